using System;
using System.Threading;
using System.Threading.Tasks;

namespace Astragal
{
    /// <summary>
    /// A game that is being played. What is refused throws, BadAnswerException above all, and changes nothing.
    /// Calls from several threads wait for each other.
    /// </summary>
    public sealed class Game : Resource
    {
        Request request;

        Game(Model model, long handle, Chances chances, Request request) : base(model.Runtime, handle, Method.GameClose)
        {
            Source = model.Source;
            Chances = chances;
            this.request = request;
        }

        Game(Game of, long handle) : base(of.Runtime, handle, Method.GameClose)
        {
            Source = of.Source;
            Chances = of.Chances;
        }

        /// <summary>Where its model was loaded from.</summary>
        public ModelSource Source { get; private set; }

        /// <summary>Who answers its chances.</summary>
        public Chances Chances { get; private set; }

        internal static Game Read(Model model, Chances chances, PackReader r)
        {
            Request request = null;
            long handle = ReadHandle(r, ref request);
            return new Game(model, handle, chances, request);
        }

        static long ReadHandle(PackReader r, ref Request request)
        {
            long handle = 0;
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "game": handle = r.Long(); break;
                    case "request": request = Request.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            if (handle == 0) throw new ProtocolException("a game without a handle");
            return handle;
        }

        Call Ask(Method method) { return Ask(method, "game"); }

        // Sends a call that changes the game. Where the host's own code throws in it, a function say, the game has
        // changed all the same.
        PackReader Play(Call c, CancellationToken cancel)
        {
            try { return c.Send(cancel); }
            catch (Exception e) when (!(e is AstragalException || e is ObjectDisposedException || e is OperationCanceledException))
            {
                Volatile.Write(ref request, null);
                throw;
            }
        }

        // Sends a call whose result is a request.
        Request Next(Call c, CancellationToken cancel)
        {
            PackReader r = Play(c, cancel);
            Request q = null;
            for (int n = r.Map(); n > 0; n--)
            {
                if (r.Text() == "request") q = Request.Read(r);
                else r.Skip();
            }
            return Now(q);
        }

        Request Now(Request q)
        {
            if (q == null) throw new ProtocolException("an answer without a request");
            Volatile.Write(ref request, q);
            return q;
        }

        /// <summary>What the game waits for, as far as this object has heard.</summary>
        public Request Request { get { return Volatile.Read(ref request) ?? Refresh(); } }

        /// <summary>Asks the engine what the game waits for.</summary>
        public Request Refresh()
        {
            using (Call c = Ask(Method.GameRequest)) return Next(c, CancellationToken.None);
        }

        /// <summary>
        /// Takes an option by its number and runs the game to its next request. seat says whose open question of a
        /// simultaneous step it answers.
        /// </summary>
        public Request Answer(int option, int? seat = null, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameAnswer).Int("option", option).MaybeInt("seat", seat)) return Next(c, cancel);
        }

        /// <summary>Takes the first option with a label.</summary>
        public Request Answer(string label, int? seat = null, CancellationToken cancel = default(CancellationToken))
        {
            if (label == null) throw new System.ArgumentNullException("label");
            using (Call c = Ask(Method.GameAnswer).Text("label", label).MaybeInt("seat", seat)) return Next(c, cancel);
        }

        public Request Answer(Option option, int? seat = null, CancellationToken cancel = default(CancellationToken))
        {
            return Answer(option.Index, seat, cancel);
        }

        public Task<Request> AnswerAsync(int option, int? seat = null, CancellationToken cancel = default(CancellationToken))
        {
            return Later(() => Answer(option, seat, cancel), cancel);
        }

        public Task<Request> AnswerAsync(string label, int? seat = null, CancellationToken cancel = default(CancellationToken))
        {
            return Later(() => Answer(label, seat, cancel), cancel);
        }

        /// <summary>
        /// Lets agents play on, chances included, until untilSeat must decide, the end, or so many answers. agents
        /// says who sits at each seat, or at all: random, first, search:1000, solve, heuristic, or agents of the model, with commas.
        /// </summary>
        public PlayResult Play(string agents = "random", int? untilSeat = null, int? limit = null, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GamePlay).Text("agents", agents).MaybeInt("until_seat", untilSeat).MaybeInt("limit", limit))
            {
                PackReader r = Play(c, cancel);
                Request q = null;
                int answers = 0;
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "request": q = Request.Read(r); break;
                        case "answers": answers = r.Int(); break;
                        default: r.Skip(); break;
                    }
                }
                return new PlayResult(Now(q), answers);
            }
        }

        public Task<PlayResult> PlayAsync(string agents = "random", int? untilSeat = null, int? limit = null, CancellationToken cancel = default(CancellationToken))
        {
            return Later(() => Play(agents, untilSeat, limit, cancel), cancel);
        }

        /// <summary>The options of the current question with what is behind them; of a seat those of its own, as it sees them.</summary>
        public OptionDetails Options(int? seat = null)
        {
            using (Call c = Ask(Method.GameOptions).MaybeInt("seat", seat)) return OptionDetails.Read(c.Send());
        }

        /// <summary>
        /// What a seat sees, and nothing else: the table, its question and the events but the first since. -1: a spectator.
        /// </summary>
        public GameView View(int seat = -1, int since = 0)
        {
            using (Call c = Ask(Method.GameView).Int("seat", seat).Int("since", since))
            {
                PackReader r = c.Send();
                GameView view = null;
                for (int n = r.Map(); n > 0; n--)
                {
                    if (r.Text() == "view") view = GameView.Read(r);
                    else r.Skip();
                }
                if (view == null) throw new ProtocolException("an answer without a view");
                return view;
            }
        }

        /// <summary>What the game waits for, as a seat sees it.</summary>
        public Request RequestOf(int seat)
        {
            using (Call c = Ask(Method.GameRequest).Int("seat", seat)) return Seen(c, CancellationToken.None);
        }

        // Sends a call whose result is a request as a seat sees it.
        Request Seen(Call c, CancellationToken cancel)
        {
            PackReader r = Play(c, cancel);
            Request q = null;
            for (int n = r.Map(); n > 0; n--)
            {
                if (r.Text() == "request") q = Request.Read(r);
                else r.Skip();
            }
            if (q == null) throw new ProtocolException("an answer without a request");
            return q;
        }

        // The same of a call that changes the game: Request must be asked for again.
        Request SeenNext(Call c, CancellationToken cancel)
        {
            Request q = Seen(c, cancel);
            Volatile.Write(ref request, null);
            return q;
        }

        /// <summary>
        /// Answers for somebody at a seat who sees no more than its view: the seat's own question and no other. Gives the
        /// next request as the seat sees it; so are errors.
        /// </summary>
        public Request AnswerAs(int seat, int option, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameAnswer).Int("option", option).Int("view_as", seat)) return SeenNext(c, cancel);
        }

        public Request AnswerAs(int seat, OptionDetail option, CancellationToken cancel = default(CancellationToken))
        {
            return AnswerAs(seat, option.Index, cancel);
        }

        /// <summary>AnswerAs by the handle of an item of the seat's view.</summary>
        public Request AnswerAs(int seat, string item, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameAnswer).Text("item", item).Int("view_as", seat)) return SeenNext(c, cancel);
        }

        /// <summary>Takes back decisions of a seat, none past a chance, a revealed card or another's decision.</summary>
        public Request UndoAs(int seat, int n = 1, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameUndo).Int("n", n).Int("seat", seat)) return SeenNext(c, cancel);
        }

        /// <summary>Gives decisions of a seat again, within the bounds of UndoAs.</summary>
        public Request RedoAs(int seat, int n = 1, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameRedo).Int("n", n).Int("seat", seat)) return SeenNext(c, cancel);
        }

        /// <summary>All variables and zones, hidden ones too: for the owner of the table.</summary>
        public GameState State()
        {
            using (Call c = Ask(Method.GameState)) return GameState.Read(c.Send());
        }

        /// <summary>
        /// What has happened, but for the first so many, which are known; of a seat what it saw, counted for each by itself.
        /// </summary>
        public GameEvents Events(int since = 0, int? seat = null)
        {
            using (Call c = Ask(Method.GameEvents).Int("since", since).MaybeInt("seat", seat)) return GameEvents.Read(c.Send());
        }

        /// <summary>
        /// Why, as data and in sentences; the game stays as it is. about is action (each that is asked for, or the one
        /// that name says), value (name is an expression or a stat), trigger (name is an event or trigger; null: the event
        /// that was emitted last), turn (in a model with turns), end, or all. seat is for whom actions and the name actor are meant; null: who is asked.
        /// It sees everything, hidden things too: it is for whoever owns the table, not for a player at it.
        /// </summary>
        public Explanation Explain(string about = "all", string name = null, int? seat = null, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameExplain).Text("about", about).Text("name", name).MaybeInt("seat", seat)) return Explanation.Read(c.Send(cancel));
        }

        /// <summary>Takes answers back; where the game answers chances itself, n counts decisions.</summary>
        public Request Undo(int n = 1, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameUndo).Int("n", n)) return Next(c, cancel);
        }

        public Task<Request> UndoAsync(int n = 1, CancellationToken cancel = default(CancellationToken)) { return Later(() => Undo(n, cancel), cancel); }

        /// <summary>Gives answers again that were undone.</summary>
        public Request Redo(int n = 1, CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.GameRedo).Int("n", n)) return Next(c, cancel);
        }

        public Task<Request> RedoAsync(int n = 1, CancellationToken cancel = default(CancellationToken)) { return Later(() => Redo(n, cancel), cancel); }

        /// <summary>Starts the next game of a campaign in place of this one, which has ended.</summary>
        public Request NextGame()
        {
            using (Call c = Ask(Method.GameNext)) return Next(c, CancellationToken.None);
        }

        /// <summary>An independent game at the same point.</summary>
        public Game Clone()
        {
            using (Call c = Ask(Method.GameClone))
            {
                Request none = null;
                return new Game(this, ReadHandle(c.Send(), ref none));
            }
        }

        /// <summary>All of the game as bytes, from which Model.Restore goes on exactly, in this engine or another.</summary>
        public byte[] Snapshot()
        {
            using (Call c = Ask(Method.GameSnapshot))
            {
                PackReader r = c.Send();
                for (int n = r.Map(); n > 0; n--)
                {
                    if (r.Text() == "data") return r.Bytes();
                    r.Skip();
                }
                throw new ProtocolException("a snapshot without data");
            }
        }

        public Task<byte[]> SnapshotAsync() { return Later(() => Snapshot(), CancellationToken.None); }

        /// <summary>The game as its rules, seed and answers, in JSON: the same bytes from every binding.</summary>
        public string Record()
        {
            using (Call c = Ask(Method.GameRecord))
            {
                PackReader r = c.Send();
                for (int n = r.Map(); n > 0; n--)
                {
                    if (r.Text() == "record") return r.Text();
                    r.Skip();
                }
                throw new ProtocolException("an answer without a record");
            }
        }

        /// <summary>
        /// The turns of the game as the relations that were taken, for Runtime.CheckTrace: for a model with a section turns. Hidden
        /// things may be found by it, as by a record.
        /// </summary>
        public string Trace()
        {
            using (Call c = Ask(Method.GameTrace))
            {
                PackReader r = c.Send();
                for (int n = r.Map(); n > 0; n--)
                {
                    if (r.Text() == "trace") return r.Text();
                    r.Skip();
                }
                throw new ProtocolException("an answer without a trace");
            }
        }

        public Task<string> RecordAsync() { return Later(() => Record(), CancellationToken.None); }

        internal static ValueMap MapOf(PackReader r)
        {
            return r.Value() as ValueMap ?? throw new ProtocolException("something else in place of a map");
        }

        internal static object[] ListOf(PackReader r)
        {
            return r.Value() as object[] ?? throw new ProtocolException("something else in place of a list");
        }
    }
}
