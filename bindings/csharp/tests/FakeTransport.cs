using System;
using System.Collections.Generic;

namespace Astragal.Tests
{
    /// <summary>An engine that answers what a test says.</summary>
    class FakeTransport : Transport
    {
        readonly Func<ValueMap, byte[]> respond;
        public int Disposed;

        public FakeTransport(Func<ValueMap, byte[]> respond) { this.respond = respond; }

        /// <summary>Answers everything but runtime.info with an error of a code.</summary>
        public static FakeTransport Refusing(string code)
        {
            return new FakeTransport(q => (string)q["method"] == "runtime.info" ? Result(q, Map("protocol", 1L))
                : Pack(Map("v", 1L, "id", q["id"], "ok", false, "errors", new object[] { Map("code", code, "message", "because", "place", "step x",
                    "at", Map("file", "m.yaml", "line", 3L, "column", 7L)) })));
        }

        public static Dictionary<string, object> Map(params object[] entries)
        {
            var m = new Dictionary<string, object>();
            for (int i = 0; i < entries.Length; i += 2) m.Add((string)entries[i], entries[i + 1]);
            return m;
        }

        public static byte[] Pack(object x)
        {
            var w = new PackWriter();
            w.Value(x);
            byte[] bytes = new byte[w.Length];
            Buffer.BlockCopy(w.Bytes, 0, bytes, 0, bytes.Length);
            return bytes;
        }

        public static byte[] Result(ValueMap request, object result) { return Pack(Map("v", 1L, "id", request["id"], "ok", true, "result", result)); }

        public override int Call(long id, byte[] request, int length, ref byte[] answer)
        {
            answer = respond((ValueMap)new PackReader(request, length).Value());
            return answer.Length;
        }

        public override bool Cancel(long id) { return false; }

        public override void Dispose() { Disposed++; }
    }
}
