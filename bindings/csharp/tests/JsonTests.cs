using System;
using System.Linq;

namespace Astragal.Tests
{
    static class JsonTests
    {
        [Test]
        public static void WhatIsReadIsWritten()
        {
            const string text = "{\"a\": [1, -20, 2.5, 0.0001, 123456789012345678901234567890], \"b\": {\"\": null, \"t\": [true, false]}, \"c\": \"x\\\"\\\\\\n\\u0001\u00e9\\u2028\", \"d\": [], \"e\": {}}";
            Check.Same(text, ValueMap.FromJson(text).ToString(), "the same again");
            ValueMap map = ValueMap.FromJson(" { \"a\" : 1e3 ,\r\n\t\"b\":\"\\u00e9\\/\\ud83d\\ude00\", \"c\": -0 } ");
            Check.Same(1000.0, map["a"], "a float");
            Check.Same("\u00e9/\ud83d\ude00", map["b"], "escapes");
            Check.Same(0L, map["c"], "0");
        }

        [Test]
        public static void WhatIsNoJson()
        {
            foreach (string text in new[] {
                "", "{", "{\"a\"}", "{\"a\": }", "{\"a\": 1,}", "{a: 1}", "{\"a\": 1} 2", "{\"a\": 01}", "{\"a\": 1.}", "{\"a\": .5}", "{\"a\": +1}", "{\"a\": 1e}", "{\"a\": 1e999}",
                "{\"a\": tru}", "{\"a\": \"x}", "{\"a\": \"\\x\"}", "{\"a\": \"\\u12g4\"}", "{\"a\": \"\n\"}", "{\"a\": [1 2]}", "{\"a\": 1, \"a\": 2}", "[1]", "1", "null",
                "{\"a\": " + new string('[', 100000), "{\"a\": " + new string('1', 100000) + "}",
            }) Check.Throws<FormatException>(() => ValueMap.FromJson(text));
            Check.Throws<FormatException>(() => ValueMap.FromJson("{\"a\":\n  nothing}"), "line 2, column 3");
            Check.Throws<ArgumentNullException>(() => ValueMap.FromJson(null));
        }
    }
}
