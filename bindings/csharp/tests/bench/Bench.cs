using System;
using System.Diagnostics;
using System.IO;

namespace Astragal.Tests
{
    /// <summary>What calls cost: Bench MODEL LIBRARY PROGRAM. Times are of one thread, the best of many short runs.</summary>
    static class Bench
    {
        static void Main(string[] args)
        {
            foreach (TransportKind kind in new[] { TransportKind.Native, TransportKind.Process })
            {
                var options = new RuntimeOptions { Transport = kind, LibraryPath = args[1], ProgramPath = args[2] };
                using (Runtime rt = Runtime.Open(options))
                using (Model m = rt.Load(args[0]))
                using (Game g = m.NewGame(seed: 1))
                {
                    int rounds = kind == TransportKind.Native ? 2000 : 200;
                    Console.WriteLine(kind + ", " + m.Name + ":");
                    Time("answer and the next request", rounds, () => g.Answer(0), () => g.Undo());
                    Time("what the game waits for", rounds, () => g.Refresh(), null);
                    byte[] answer = null, frame = Frame(g.Handle);
                    Time("the same without objects made of it", rounds, () => rt.Transport.Call(1, frame, frame.Length, ref answer), null);
                    Time("snapshot", rounds, () => g.Snapshot(), null);
                    using (Batch b = m.NewBatch(1000))
                    {
                        int[] first = new int[1000];
                        Time("step of a batch of 1,000 games", 50, () => b.Step(first, true), null);
                    }
                }
            }
        }

        static byte[] Frame(long game)
        {
            var w = new PackWriter();
            Method.GameRequest.Begin(w, 1);
            w.Map(1);
            w.Text("game");
            w.Int(game);
            byte[] frame = new byte[w.Length];
            Buffer.BlockCopy(w.Bytes, 0, frame, 0, frame.Length);
            return frame;
        }

        static void Time(string what, int rounds, Action work, Action after)
        {
            double best = double.MaxValue;
            for (int run = 0; run < 40; run++)
            {
                long ticks = 0;
                for (int i = 0; i < rounds; i++)
                {
                    long start = Stopwatch.GetTimestamp();
                    work();
                    ticks += Stopwatch.GetTimestamp() - start;
                    if (after != null) after();
                }
                best = Math.Min(best, ticks * 1e9 / Stopwatch.Frequency / rounds);
            }
            Console.WriteLine("  {0,-38} {1,9:N0} ns", what, best);
        }
    }
}
