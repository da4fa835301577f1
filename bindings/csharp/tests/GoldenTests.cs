using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Astragal.Tests
{
    /// <summary>Every transcript in testdata is the same game here, told in the same bytes, with the same record over each transport.</summary>
    static class GoldenTests
    {
        static IEnumerable<string> Names()
        {
            return Directory.GetFiles(Path.Combine(Program.Root, "testdata", "transcripts"), "*.jsonl").Select(Path.GetFileNameWithoutExtension).OrderBy(n => n, StringComparer.Ordinal);
        }

        static string Told(string name) { return File.ReadAllText(Path.Combine(Program.Root, "testdata", "transcripts", name + ".jsonl")); }

        // The command at the top of an example's transcript says how many play; without it as many as the model likes.
        static int? Players(string name)
        {
            string first = File.ReadLines(Path.Combine(Program.Root, "examples", name, "transcript.txt")).First();
            Match m = Regex.Match(first, "--players (\\d+)");
            return m.Success ? int.Parse(m.Groups[1].Value) : (int?)null;
        }

        static IEnumerable<int> Answers(string told)
        {
            return Regex.Matches(told, "^\\{\"answer\": (\\d+)\\}", RegexOptions.Multiline).Cast<Match>().Select(m => int.Parse(m.Groups[1].Value));
        }

        static string Play(Runtime rt, string name)
        {
            string told = Told(name);
            var transcript = new Transcript();
            using (Model model = rt.Load(Program.Example(name)))
            using (Game g = model.NewGame(Players(name), 0, Chances.Ask))
            {
                transcript.Show(g);
                foreach (int i in Answers(told))
                {
                    transcript.Answer(i);
                    g.Answer(i);
                    transcript.Show(g);
                }
                Check.Same(told, transcript.ToString(), name);
                string record = g.Record();
                using (Game again = model.Replay(record, Chances.Ask)) Check.Same(record, again.Record(), name + " replayed");
                using (Game again = model.Restore(g.Snapshot(), Chances.Ask)) Check.Same(record, again.Record(), name + " restored");
                return record;
            }
        }

        // The same game by requests in JSON, as a shell or a program without this binding would send them.
        static string PlayJson(Transport t, string name)
        {
            long id = 1000000; // beyond those of the runtime's own calls
            Func<string, string, string> ask = (method, parameters) =>
            {
                byte[] request = Encoding.UTF8.GetBytes("{\"v\":1,\"id\":" + ++id + ",\"method\":\"" + method + "\",\"params\":{" + parameters + "}}");
                byte[] answer = null;
                int n = t.Call(id, request, request.Length, ref answer);
                string text = Encoding.UTF8.GetString(answer, 0, n);
                Check.That(text.Contains("\"ok\":true"), text);
                return text;
            };
            Func<string, string, string> number = (text, key) => Regex.Match(text, "\"" + key + "\":(\\d+)").Groups[1].Value;
            string model = number(ask("model.load", "\"path\":\"" + Program.Example(name) + "\""), "model");
            int? players = Players(name);
            string game = number(ask("game.new", "\"model\":" + model + ",\"chance\":\"ask\"" + (players == null ? "" : ",\"players\":" + players)), "game");
            foreach (int i in Answers(Told(name))) ask("game.answer", "\"game\":" + game + ",\"option\":" + i);
            string record = ask("game.record", "\"game\":" + game);
            return Regex.Unescape(Regex.Match(record, "\"record\":\"(.*)\"\\}\\}$").Groups[1].Value);
        }

        [Test]
        public static void Transcripts(Runtime rt)
        {
            Check.That(Names().Any(), "there are transcripts");
            foreach (string name in Names()) Play(rt, name);
        }

        [Test]
        public static void RecordsAreTheSameOverEachTransport()
        {
            Dictionary<string, string> first = null;
            foreach (TransportKind way in Program.Ways)
            {
                Dictionary<string, string> records;
                using (Runtime rt = Runtime.Open(Program.Options(way)))
                {
                    records = Names().ToDictionary(n => n, n => Play(rt, n));
                    if (way == TransportKind.Native) // a child's answers are told apart by their ids, which are looked for in msgpack
                        foreach (string name in Names()) Check.Same(records[name], PlayJson(rt.Transport, name), name + " in JSON");
                }
                first = first ?? records;
                foreach (string name in Names()) Check.Same(first[name], records[name], name + " over " + way);
            }
        }
    }
}
