namespace Astragal
{
    /// <summary>A method of the protocol, with the bytes that begin each request of it.</summary>
    internal sealed class Method
    {
        public readonly string Name;
        readonly byte[] before, after;

        Method(string name)
        {
            Name = name;
            var w = new PackWriter();
            w.Map(4);
            w.Text("v");
            w.Int(Envelope.Version);
            w.Text("id");
            before = Cut(w);
            w.Text("method");
            w.Text(name);
            w.Text("params");
            after = Cut(w);
        }

        static byte[] Cut(PackWriter w)
        {
            byte[] bytes = new byte[w.Length];
            System.Buffer.BlockCopy(w.Bytes, 0, bytes, 0, bytes.Length);
            w.Clear();
            return bytes;
        }

        /// <summary>Writes a request up to its parameters, which must follow.</summary>
        public void Begin(PackWriter w, long id)
        {
            w.Raw(before);
            w.Int(id);
            w.Raw(after);
        }

        public byte[] Head(long id)
        {
            var w = new PackWriter();
            Begin(w, id);
            return Cut(w);
        }

        public static Method Named(string name) { return new Method(name); }

        public static readonly Method
            RuntimeInfo = new Method("runtime.info"), RuntimeMethods = new Method("runtime.methods"), RuntimeCancel = new Method("runtime.cancel"),
            ModelLoad = new Method("model.load"), ModelCheck = new Method("model.check"), ModelDescribe = new Method("model.describe"), ModelBoard = new Method("model.board"),
            ModelDiagram = new Method("model.diagram"), ModelEncoding = new Method("model.encoding"), ModelClose = new Method("model.close"),
            GameNew = new Method("game.new"), GameRequest = new Method("game.request"), GameAnswer = new Method("game.answer"),
            GamePlay = new Method("game.play"), GameOptions = new Method("game.options"), GameState = new Method("game.state"), GameView = new Method("game.view"),
            GameEvents = new Method("game.events"), GameExplain = new Method("game.explain"), GameUndo = new Method("game.undo"), GameRedo = new Method("game.redo"),
            GameClone = new Method("game.clone"), GameSnapshot = new Method("game.snapshot"), GameRestore = new Method("game.restore"),
            GameRecord = new Method("game.record"), GameTrace = new Method("game.trace"), GameReplay = new Method("game.replay"), GameNext = new Method("game.next"),
            GameClose = new Method("game.close"),
            SimulateRun = new Method("simulate.run"), SimulateProgress = new Method("simulate.progress"),
            SimulateResult = new Method("simulate.result"), SimulateCancel = new Method("simulate.cancel"), SimulateClose = new Method("simulate.close"),
            SimulatePart = new Method("simulate.part"), SimulateJoin = new Method("simulate.join"),
            TurnCheck = new Method("turn.check"), TurnExplore = new Method("turn.explore"), ModelExplore = new Method("model.explore"),
            DiceParse = new Method("dice.parse"), DiceRoll = new Method("dice.roll"), DiceDistribution = new Method("dice.distribution"),
            RulesetLoad = new Method("ruleset.load"), RulesetCheck = new Method("ruleset.check"), RulesetClose = new Method("ruleset.close"),
            SheetCompute = new Method("sheet.compute"), SheetOptions = new Method("sheet.options"), SheetApply = new Method("sheet.apply"),
            SheetDescribe = new Method("sheet.describe"), ActionStart = new Method("action.start"), ActionContinue = new Method("action.continue"),
            PackList = new Method("pack.list"), PackInspect = new Method("pack.inspect"), PackVerify = new Method("pack.verify"),
            PackFile = new Method("pack.file"), PackTexts = new Method("pack.texts"),
            BatchNew = new Method("batch.new"), BatchStep = new Method("batch.step"), BatchState = new Method("batch.state"),
            BatchObserve = new Method("batch.observe"), BatchClose = new Method("batch.close");
    }
}
