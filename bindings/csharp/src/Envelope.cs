using System.Collections.Generic;

namespace Astragal
{
    /// <summary>What stands around a result.</summary>
    internal static class Envelope
    {
        public const int Version = 1;

        /// <summary>The id of an answer, for who has to find out whose it is.</summary>
        public static long Id(PackReader r)
        {
            for (int n = r.Map(); n > 0; n--)
            {
                if (r.Text() == "id") return r.Long();
                r.Skip();
            }
            throw new ProtocolException("an answer without an id");
        }

        /// <summary>Reads up to the map of the result. Throws what the answer refuses with.</summary>
        public static void Open(PackReader r, long id)
        {
            bool ok = false, said = false, mine = false;
            int result = -1;
            List<ErrorInfo> errors = null;
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "v":
                        long v = r.Long();
                        if (v != Version) throw new ProtocolException("an answer of version " + v + " of the protocol");
                        break;
                    case "id":
                        long got = r.Long();
                        mine = got == id;
                        if (!mine && got != 0) throw new ProtocolException("an answer to call " + got + " came for call " + id);
                        break;
                    case "ok":
                        ok = r.Bool();
                        said = true;
                        break;
                    case "result":
                        result = r.Position;
                        if (n > 1) r.Skip(); // as a rule it comes last, and is read once only
                        break;
                    case "errors":
                        errors = new List<ErrorInfo>();
                        for (int k = r.List(); k > 0; k--) errors.Add(ErrorInfo.Read(r));
                        break;
                    default:
                        r.Skip();
                        break;
                }
            }
            if (said && !ok && errors != null) throw AstragalException.Of(errors);
            if (!ok || result < 0 || !mine) throw new ProtocolException("an answer without its envelope");
            r.Position = result;
        }
    }
}
