using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Astragal
{
    /// <summary>
    /// An engine with its models and games. Any thread may use it: calls about one game wait for each other,
    /// all others run side by side. Calls that take a CancellationToken can be stopped by it, and those that end
    /// in Async do the same on the thread pool. After Dispose everything throws ObjectDisposedException.
    /// </summary>
    public sealed class Runtime : IDisposable
    {
        readonly ConcurrentQueue<KeyValuePair<Method, long>> abandoned = new ConcurrentQueue<KeyValuePair<Method, long>>();
        long ids;
        int disposed;

        internal Transport Transport { get; private set; }

        /// <summary>Starts an engine, in this process or another as the options say.</summary>
        public static Runtime Open(RuntimeOptions options = null)
        {
            options = options ?? new RuntimeOptions();
            return Over(options.Chosen() == TransportKind.Process ? new ProcessTransport(options) : (Transport)new NativeTransport(options));
        }

        /// <summary>An engine at the end of a transport, which is the runtime's from now on.</summary>
        public static Runtime Over(Transport transport)
        {
            var runtime = new Runtime(transport);
            try
            {
                int protocol = runtime.Info().Protocol;
                if (protocol != Envelope.Version) throw new ProtocolException("the engine speaks version " + protocol + " of the protocol, this binding version " + Envelope.Version);
                return runtime;
            }
            catch
            {
                runtime.Dispose();
                throw;
            }
        }

        readonly FetchedFunctions fetched;

        Runtime(Transport transport)
        {
            Transport = transport;
            fetched = new FetchedFunctions(this);
        }

        internal bool IsDisposed { get { return Volatile.Read(ref disposed) != 0; } }

        /// <summary>Which way to the engine was taken.</summary>
        public TransportKind Kind
        {
            get { return Transport is NativeTransport ? TransportKind.Native : Transport is ProcessTransport ? TransportKind.Process : TransportKind.Auto; }
        }

        internal long NextId()
        {
            if (IsDisposed) throw new ObjectDisposedException("Astragal.Runtime");
            if (!abandoned.IsEmpty) Sweep();
            return Interlocked.Increment(ref ids);
        }

        /// <summary>What the engine is, and what is open in it.</summary>
        public RuntimeInfo Info()
        {
            using (Call c = Call.To(this, Method.RuntimeInfo)) return RuntimeInfo.Read(c.Send());
        }

        /// <summary>
        /// Has a function answer where a model calls the code of this name; null takes it away. What it answers is part
        /// of the game: undo, redo, clones, snapshots and records ask nobody. It may use the runtime, but its own game
        /// throws BusyException. Simulations and batches ask no functions. Where the engine runs in another process the
        /// function runs on the thread pool, and only the game tells of an exception in it.
        /// </summary>
        public void SetHostFunction(string name, HostFunction function)
        {
            if (string.IsNullOrEmpty(name)) throw new ArgumentException("a host function has a name", "name");
            if (IsDisposed) throw new ObjectDisposedException("Astragal.Runtime");
            if (System.Text.Encoding.UTF8.GetByteCount(name) > 256) throw AstragalException.Of("bad_params", "the name of a host function has 1 to 256 bytes");
            var native = Transport as NativeTransport;
            if (native != null) native.SetHostFunction(name, function);
            else fetched.Set(name, function);
        }

        /// <summary>A method of the protocol as it stands, for what has no words here. The values are those that ValueMap has.</summary>
        public ValueMap Invoke(string method, IDictionary<string, object> parameters = null, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Call.To(this, Method.Named(method)))
                return (ValueMap)c.Send(parameters ?? new Dictionary<string, object>(), cancel).Value();
        }

        public Task<ValueMap> InvokeAsync(string method, IDictionary<string, object> parameters = null, CancellationToken cancel = default(CancellationToken))
        {
            return Task.Run(() => Invoke(method, parameters, cancel), cancel);
        }

        /// <summary>
        /// Loads a model from a file, with constants replaced by set. A faulty one loads too (see
        /// Model.Diagnostics); a text that is no model at all is a ModelErrorException.
        /// </summary>
        public Model Load(string path, IDictionary<string, object> set = null) { return Load(ModelSource.File(path, set)); }

        /// <summary>Loads a model from its text; name stands for the file in messages.</summary>
        public Model LoadText(string text, string name = null, IDictionary<string, object> set = null)
        {
            return Load(ModelSource.OfText(text, name, set));
        }

        /// <summary>Loads a model again from where another one came, in this runtime or in one that is gone.</summary>
        public Model Load(ModelSource source)
        {
            if (source == null) throw new ArgumentNullException("source");
            using (Call c = Call.To(this, Method.ModelLoad)) return Model.Read(this, source, source.Put(c).Map("set", source.Set).Send());
        }

        public Task<Model> LoadAsync(ModelSource source) { return Task.Run(() => Load(source)); }

        /// <summary>
        /// Says everything about a model, also about a text that is none. games is how many test games are played with
        /// random choices and random chance; only a model without errors gets them.
        /// </summary>
        public Report Check(ModelSource source, int games = 0, ulong seed = 0, int? players = null, CancellationToken cancel = default(CancellationToken))
        {
            if (source == null) throw new ArgumentNullException("source");
            using (Call c = source.Put(Call.To(this, Method.ModelCheck)).Int("games", games).UInt("seed", seed).MaybeInt("players", players))
                return Report.Read(c.Send(cancel));
        }

        public Task<Report> CheckAsync(ModelSource source, int games = 0, ulong seed = 0, int? players = null, CancellationToken cancel = default(CancellationToken))
        {
            return Task.Run(() => Check(source, games, seed, players, cancel), cancel);
        }

        /// <summary>The folder of packs.</summary>
        public PackList Packs()
        {
            using (Call c = Call.To(this, Method.PackList)) return PackList.Of((ValueMap)c.Send().Value());
        }

        /// <summary>What is in a pack, what it may do, and who signed it. Nothing in it runs.</summary>
        public PackInspection InspectPack(ContentPack pack)
        {
            using (Call c = Of(Method.PackInspect, pack)) return PackInspection.Of((ValueMap)c.Send().Value());
        }

        /// <summary>Whether a pack can be used: whether it is sound and within what the runtime allows, and within what is given here.</summary>
        public PackVerdict VerifyPack(ContentPack pack, IEnumerable<string> keys = null, IEnumerable<string> grant = null)
        {
            using (Call c = Of(Method.PackVerify, pack).Value("keys", Texts(keys)).Value("grant", Texts(grant))) return PackVerdict.Of((ValueMap)c.Send().Value());
        }

        static object[] Texts(IEnumerable<string> list) { return list == null ? null : list.Cast<object>().ToArray(); }

        /// <summary>A file of a pack, such as a picture.</summary>
        public byte[] PackFile(ContentPack pack, string file)
        {
            using (Call c = Of(Method.PackFile, pack).Text("file", file)) return (byte[])((ValueMap)c.Send().Value())["data"];
        }

        /// <summary>What models show, and what to show instead in a language of the pack.</summary>
        public ValueMap PackTexts(ContentPack pack, string language)
        {
            using (Call c = Of(Method.PackTexts, pack).Text("language", language)) return ((ValueMap)c.Send().Value()).Map("texts");
        }

        Call Of(Method method, ContentPack pack)
        {
            if (pack == null) throw new ArgumentNullException("pack");
            return Call.To(this, method).Value("pack", pack.Form);
        }

        /// <summary>Loads packs of character rules, in order. RulesetException has all that is wrong.</summary>
        public Ruleset LoadRuleset(params PackSource[] packs)
        {
            using (Call c = Call.To(this, Method.RulesetLoad).Value("packs", PackSource.Forms(packs))) return Ruleset.Of(this, (ValueMap)c.Send().Value());
        }

        public Task<Ruleset> LoadRulesetAsync(params PackSource[] packs) { return Task.Run(() => LoadRuleset(packs)); }

        /// <summary>All that is wrong with packs, warnings too, without loading them.</summary>
        public RulesetReport CheckRuleset(params PackSource[] packs)
        {
            using (Call c = Call.To(this, Method.RulesetCheck).Value("packs", PackSource.Forms(packs))) return RulesetReport.Of((ValueMap)c.Send().Value());
        }

        /// <summary>Holds a trace of turns, as Game.Trace gives it, against the relations of turns, step by step (docs/turns.md).</summary>
        public TraceCheck CheckTrace(string trace)
        {
            using (Call c = Call.To(this, Method.TurnCheck).Text("trace", trace)) return TraceCheck.Read(c.Send());
        }

        /// <summary>
        /// Visits all that turns may come to as their relations leave them free, and holds every step against what turns must be: those of
        /// a model, or of the reference profile.
        /// </summary>
        public ExploredTurns ExploreTurns(TurnBounds bounds = null, Model model = null, CancellationToken cancel = default(CancellationToken))
        {
            TurnBounds b = bounds ?? new TurnBounds();
            using (Call c = Call.To(this, Method.TurnExplore).Int("turns", b.Turns).Int("effects", b.Effects).Int("actions", b.Actions).Int("out", b.Out)
                .Bool("symmetry", b.Symmetry).MaybeInt("states", b.States).MaybeInt("players", b.Players))
            {
                if (model != null) c.Int("model", model.Handle);
                return ExploredTurns.Read(c.Send(cancel));
            }
        }

        /// <summary>Reads dice notation (docs/dice.md); BadParamsException says which column is wrong.</summary>
        public Dice ParseDice(string notation)
        {
            using (Call c = Call.To(this, Method.DiceParse).Text("dice", notation)) return Dice.Read(c.Send());
        }

        /// <summary>Rolls dice by a seed, with a record of every face. index is where an earlier roll with this seed ended.</summary>
        public DiceRoll Roll(string notation, ulong seed, ulong index = 0)
        {
            using (Call c = Call.To(this, Method.DiceRoll).Text("dice", notation).UInt("seed", seed).UInt("index", index)) return DiceRoll.Read(c.Send());
        }

        /// <summary>
        /// The same with faces that fell on the table, in the order of asking: all dice first, then each die's rerolls and
        /// explosions.
        /// </summary>
        public DiceRoll RollFaces(string notation, params int[] faces)
        {
            if (faces == null) throw new ArgumentNullException("faces");
            using (Call c = Call.To(this, Method.DiceRoll).Text("dice", notation).Ints("faces", faces)) return DiceRoll.Read(c.Send());
        }

        /// <summary>How likely each total is; exact gives each probability as a fraction too.</summary>
        public DiceDistribution Distribution(string notation, bool exact = false)
        {
            using (Call c = Call.To(this, Method.DiceDistribution).Text("dice", notation).Bool("exact", exact)) return DiceDistribution.Read(c.Send());
        }

        /// <summary>Adds up parts of one simulation, in order and without a gap between them.</summary>
        public JoinedParts Join(params byte[][] parts) { return Join(null, parts); }

        /// <summary>The same, but leaves out games behind those that are enough for SimulationOptions.UntilCi.</summary>
        public JoinedParts Join(double? untilCi, params byte[][] parts)
        {
            byte[] all = new byte[parts.Sum(p => p.Length)];
            int at = 0;
            foreach (byte[] part in parts)
            {
                Buffer.BlockCopy(part, 0, all, at, part.Length);
                at += part.Length;
            }
            using (Call c = Call.To(this, Method.SimulateJoin).Bin("parts", all, all.Length).Float("until_ci", untilCi)) return JoinedParts.Read(c.Send());
        }

        internal void Close(Method close, long handle)
        {
            if (IsDisposed) return;
            try
            {
                using (Call c = Call.To(this, close)) c.Int(close.Name.Split('.')[0].Replace("simulate", "simulation"), handle).Send();
            }
            catch (AstragalException) { } // it is gone: the process has ended, or the library has closed it
            catch (ObjectDisposedException) { }
        }

        // The garbage collector's thread must not wait for the engine: the next call sees to it.
        internal void Abandon(Method close, long handle)
        {
            if (!IsDisposed) abandoned.Enqueue(new KeyValuePair<Method, long>(close, handle));
        }

        void Sweep()
        {
            KeyValuePair<Method, long> one;
            while (abandoned.TryDequeue(out one)) Close(one.Key, one.Value);
        }

        /// <summary>Frees the engine with all that is in it; calls under way are stopped. A second time does nothing.</summary>
        public void Dispose()
        {
            if (IsDisposed) return;
            fetched.Stop();
            if (Interlocked.Exchange(ref disposed, 1) == 0) Transport.Dispose();
        }
    }
}
