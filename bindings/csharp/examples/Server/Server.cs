using System;
using System.Diagnostics;
using System.Linq;
using System.Threading.Tasks;

namespace Astragal.Examples
{
    /// <summary>
    /// A server of games: many tables in one process, each a loop that waits for somebody's move, answers the game
    /// and goes on. Server MODEL [TABLES] [native or process]. Kill the engine's process while it runs: the
    /// tables go on where they were.
    /// </summary>
    static class Server
    {
        static int Main(string[] args)
        {
            if (args.Length < 1)
            {
                Console.Error.WriteLine("usage: Server MODEL [TABLES] [native or process]");
                return 2;
            }
            int tables = args.Length > 1 ? int.Parse(args[1]) : 200;
            var options = new RuntimeOptions();
            if (args.Length > 2) options.Transport = args[2] == "process" ? TransportKind.Process : TransportKind.Native;
            try
            {
                using (var engine = new Engine(options, ModelSource.File(args[0]))) Run(engine, tables).GetAwaiter().GetResult();
                return 0;
            }
            catch (AstragalException e)
            {
                Console.Error.WriteLine(e.Message);
                return 1;
            }
        }

        static async Task Run(Engine engine, int n)
        {
            Stopwatch watch = Stopwatch.StartNew();
            Console.WriteLine(engine.Now.Model.Name + ", " + n + " tables over " + engine.Now.Runtime.Kind);
            Table[] tables = Enumerable.Range(0, n).Select(i => new Table(engine, i)).ToArray();
            Request[] ends = await Task.WhenAll(tables.Select(t => t.Play())).ConfigureAwait(false);
            foreach (var how in ends.GroupBy(e => e.Reason ?? e.Error.Kind).OrderByDescending(g => g.Count()))
                Console.WriteLine("  " + how.Count() + " games: " + how.Key);
            Console.WriteLine(tables.Sum(t => t.Answers) + " answers in " + watch.ElapsedMilliseconds + " ms, the engine began "
                + engine.Lives + (engine.Lives == 1 ? " time, " : " times, ") + tables.Sum(t => t.Restored) + " games were restored");
        }
    }
}
