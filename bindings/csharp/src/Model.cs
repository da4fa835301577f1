using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Astragal
{
    /// <summary>How many may play.</summary>
    public struct PlayerRange
    {
        public int Min { get; private set; }
        public int Max { get; private set; }
        public int Default { get; private set; }

        internal static PlayerRange Read(PackReader r)
        {
            var p = new PlayerRange();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "min": p.Min = r.Int(); break;
                    case "max": p.Max = r.Int(); break;
                    case "default": p.Default = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return p;
        }
    }

    /// <summary>Who answers chances.</summary>
    public enum Chances
    {
        /// <summary>The game itself, from its seed.</summary>
        Seed,
        /// <summary>Whoever answers the game: chances are requests like others.</summary>
        Ask,
    }

    /// <summary>How rules are drawn.</summary>
    public enum DiagramForm
    {
        /// <summary>A tree, in text.</summary>
        Text,
        /// <summary>A track diagram, in SVG.</summary>
        Svg,
    }

    /// <summary>On which ground a track diagram is drawn. Auto is what the reader's screen prefers.</summary>
    public enum DiagramTheme { Auto, Light, Dark }

    /// <summary>A game's rules. When it is disposed its games go on.</summary>
    public sealed class Model : Resource
    {
        Model(Runtime runtime, long handle) : base(runtime, handle, Method.ModelClose) { }

        /// <summary>Where it was loaded from.</summary>
        public ModelSource Source { get; private set; }
        public string Name { get; private set; }
        /// <summary>Of its rules, in hexadecimal. Snapshots and records fit models with the same.</summary>
        public string Hash { get; private set; }
        public PlayerRange Players { get; private set; }
        /// <summary>What is wrong with it, and how much of it the engine can run. Runtime.Check plays test games too.</summary>
        public Report Report { get; private set; }
        public IReadOnlyList<Diagnostic> Diagnostics { get { return Report.Diagnostics; } }
        public int Errors { get { return Report.Errors; } }
        public int Warnings { get { return Report.Warnings; } }

        internal static Model Read(Runtime runtime, ModelSource source, PackReader r)
        {
            long handle = 0;
            string name = "", hash = "";
            var players = new PlayerRange();
            var report = new Report();
            for (int n = r.Map(); n > 0; n--)
            {
                string key = r.Text();
                switch (key)
                {
                    case "model": handle = r.Long(); break;
                    case "name": name = r.Text(); break;
                    case "hash": hash = r.Text(); break;
                    case "players": players = PlayerRange.Read(r); break;
                    default:
                        if (!report.Take(key, r)) r.Skip();
                        break;
                }
            }
            if (handle == 0) throw new ProtocolException("a model without a handle");
            return new Model(runtime, handle)
            {
                Source = source, Name = name, Hash = hash, Players = players, Report = report,
            };
        }

        /// <summary>What the model has: zones, actions, constants and so on.</summary>
        public ModelDescription Describe()
        {
            using (Call c = Ask(Method.ModelDescribe, "model")) return ModelDescription.Read(c.Send());
        }

        /// <summary>The cells of one of the model's boards.</summary>
        public Board Board(string name)
        {
            if (name == null) throw new System.ArgumentNullException("name");
            using (Call c = Ask(Method.ModelBoard, "model").Text("board", name)) return Astragal.Board.Read(name, c.Send());
        }

        /// <summary>What the numbers of Batch.Observe mean; players is how many play (the model's default).</summary>
        public ObservationEncoding Encoding(int? players = null)
        {
            using (Call c = Ask(Method.ModelEncoding, "model").MaybeInt("players", players)) return ObservationEncoding.Read((ValueMap)c.Send().Value());
        }

        /// <summary>The rules at a glance: as a tree of text, or as a track diagram, the text of a SVG.</summary>
        public string Diagram(DiagramForm form = DiagramForm.Text, DiagramTheme theme = DiagramTheme.Auto)
        {
            using (Call c = Ask(Method.ModelDiagram, "model").Text("form", form == DiagramForm.Svg ? "svg" : "text")
                .Text("theme", form == DiagramForm.Svg ? theme.ToString().ToLowerInvariant() : null))
            {
                PackReader r = c.Send();
                for (int n = r.Map(); n > 0; n--)
                {
                    if (r.Text() == "text") return r.Text();
                    r.Skip();
                }
                return "";
            }
        }

        /// <summary>Starts a game and runs it to its first request.</summary>
        public Game NewGame(int? players = null, ulong seed = 0, Chances chances = Chances.Seed)
        {
            using (Call c = Ask(Method.GameNew, "model").MaybeInt("players", players).UInt("seed", seed).Text("chance", Word(chances)))
                return Game.Read(this, chances, c.Send());
        }

        public Task<Game> NewGameAsync(int? players = null, ulong seed = 0, Chances chances = Chances.Seed)
        {
            return Later(() => NewGame(players, seed, chances), CancellationToken.None);
        }

        /// <summary>Makes a game of a snapshot, which goes on exactly where that was taken.</summary>
        public Game Restore(byte[] snapshot, Chances chances = Chances.Seed)
        {
            if (snapshot == null) throw new System.ArgumentNullException("snapshot");
            using (Call c = Ask(Method.GameRestore, "model").Bin("data", snapshot, snapshot.Length).Text("chance", Word(chances)))
                return Game.Read(this, chances, c.Send());
        }

        public Task<Game> RestoreAsync(byte[] snapshot, Chances chances = Chances.Seed)
        {
            return Later(() => Restore(snapshot, chances), CancellationToken.None);
        }

        /// <summary>Makes a game of a record, by playing it.</summary>
        public Game Replay(string record, Chances chances = Chances.Seed, CancellationToken cancel = default(CancellationToken))
        {
            if (record == null) throw new System.ArgumentNullException("record");
            using (Call c = Ask(Method.GameReplay, "model").Text("record", record).Text("chance", Word(chances)))
                return Game.Read(this, chances, c.Send(cancel));
        }

        public Task<Game> ReplayAsync(string record, Chances chances = Chances.Seed, CancellationToken cancel = default(CancellationToken))
        {
            return Later(() => Replay(record, chances, cancel), cancel);
        }

        static string Word(Chances chances) { return chances == Chances.Ask ? "ask" : "seed"; }

        /// <summary>Makes n games that are answered together.</summary>
        public Batch NewBatch(int n, int? players = null, ulong seed = 0)
        {
            using (Call c = Ask(Method.BatchNew, "model").Int("n", n).MaybeInt("players", players).UInt("seed", seed))
                return Batch.Read(Runtime, c.Send());
        }

        /// <summary>Plays many games and adds them up.</summary>
        public SimulationResult Simulate(SimulationOptions options, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = options.PutRun(Ask(Method.SimulateRun, "model")).Text("chart", options.Chart)) return SimulationResult.ReadIn(c.Send(cancel));
        }

        /// <summary>
        /// Plays options.Games games of a simulation from the game with the number first on. Parts that were played
        /// anywhere, in this process or on other machines, and joined in order by Runtime.Join, come to what one
        /// simulation does, to the last bit. first, and all numbers of games but the last, are multiples of 200.
        /// </summary>
        public byte[] SimulatePart(SimulationOptions options, int first = 0, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = options.Put(Ask(Method.SimulatePart, "model")).Int("first", first))
            {
                PackReader r = c.Send(cancel);
                for (int n = r.Map(); n > 0; n--)
                {
                    if (r.Text() == "part") return r.Bytes();
                    r.Skip();
                }
                throw new ProtocolException("a simulation without a part");
            }
        }

        /// <summary>
        /// Visits every state of a small game, whatever is answered and drawn: errors, expressions that must be true in every state, and
        /// whether an end can be reached from everywhere. With at, states also are those in which the only option is taken unasked at
        /// a place like this.
        /// </summary>
        public Explored Explore(IEnumerable<string> invariants = null, string at = null, int? depth = null, int? states = null, int? players = null,
            CancellationToken cancel = default(CancellationToken))
        {
            var list = invariants == null ? null : new List<object>(invariants);
            using (Call c = Ask(Method.ModelExplore, "model").Value("invariants", list).Text("at", at).MaybeInt("depth", depth).MaybeInt("states", states).MaybeInt("players", players))
                return Explored.Read(c.Send(cancel));
        }

        /// <summary>Plays many games beside the host, which can ask how far they are.</summary>
        public Simulation StartSimulation(SimulationOptions options)
        {
            using (Call c = options.PutRun(Ask(Method.SimulateRun, "model")).Bool("wait", false)) return Simulation.Read(Runtime, c.Send(), options.Chart);
        }

        /// <summary>Plays many games on the thread pool and says now and then how far they are.</summary>
        public async Task<SimulationResult> SimulateAsync(SimulationOptions options, System.IProgress<SimulationProgress> progress = null,
            CancellationToken cancel = default(CancellationToken))
        {
            if (progress == null) return await Later(() => Simulate(options, cancel), cancel).ConfigureAwait(false);
            const int pause = 50; // ms between two reports
            using (Simulation s = await Later(() => StartSimulation(options), cancel).ConfigureAwait(false))
            {
                for (;;)
                {
                    SimulationProgress p = await Later(() => s.Progress(), cancel).ConfigureAwait(false);
                    progress.Report(p);
                    if (p.Finished) return await Later(() => s.Result(), cancel).ConfigureAwait(false);
                    await Task.Delay(pause, cancel).ConfigureAwait(false);
                }
            }
        }
    }
}
