using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Astragal.Examples
{
    /// <summary>
    /// A game whose rules are in part here: it asks what a hand is worth, and what lightning does.
    /// Skirmish MODEL [native or process]; the model is examples/evaluators/skirmish.yaml.
    /// </summary>
    static class Skirmish
    {
        static int Main(string[] args)
        {
            if (args.Length < 1)
            {
                Console.Error.WriteLine("usage: Skirmish MODEL [native or process]");
                return 2;
            }
            Console.OutputEncoding = new UTF8Encoding(false);
            var options = new RuntimeOptions();
            if (args.Length > 1) options.Transport = args[1] == "process" ? TransportKind.Process : TransportKind.Native;
            try
            {
                using (var runtime = Runtime.Open(options)) Play(runtime, args[0]);
                return 0;
            }
            catch (AstragalException e)
            {
                Console.Error.WriteLine(e.Message);
                return 1;
            }
        }

        static void Play(Runtime runtime, string path)
        {
            runtime.SetHostFunction("show", Cribbage.Show);
            runtime.SetHostFunction("lightning", Lightning.Strike);
            using (Model model = runtime.Load(path))
            using (Game game = model.NewGame(seed: 7))
            {
                game.Play();
                GameState state = game.State();
                var best = ((IEnumerable<object>)state.Variables["best"]).Select(Convert.ToString);
                var left = new[] { 0, 1 }.Select(seat => state.Zone("field[" + seat + "]").Count);
                Console.WriteLine("best hands [" + string.Join(", ", best) + "], creatures left [" + string.Join(", ", left) + "]");
            }
        }
    }
}
