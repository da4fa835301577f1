using System.Collections.Generic;

namespace Astragal
{
    /// <summary>What an engine is, and what is open in it.</summary>
    public sealed class RuntimeInfo
    {
        public string Version { get; private set; }
        public int Abi { get; private set; }
        public int Protocol { get; private set; }
        public IReadOnlyDictionary<string, long> Limits { get; private set; }
        public int Models { get; private set; }
        public int Games { get; private set; }
        public int Batches { get; private set; }
        public int Simulations { get; private set; }

        internal static RuntimeInfo Read(PackReader r)
        {
            var info = new RuntimeInfo { Version = "", Limits = new Dictionary<string, long>() };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "version": info.Version = r.Text(); break;
                    case "abi": info.Abi = r.Int(); break;
                    case "protocol": info.Protocol = r.Int(); break;
                    case "models": info.Models = r.Int(); break;
                    case "games": info.Games = r.Int(); break;
                    case "batches": info.Batches = r.Int(); break;
                    case "simulations": info.Simulations = r.Int(); break;
                    case "limits":
                        var limits = new Dictionary<string, long>();
                        for (int k = r.Map(); k > 0; k--)
                        {
                            string name = r.Text();
                            limits[name] = r.Long();
                        }
                        info.Limits = limits;
                        break;
                    default: r.Skip(); break;
                }
            }
            return info;
        }
    }
}
