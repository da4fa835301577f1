using System;
using System.Collections.Generic;

namespace Astragal
{
    /// <summary>What kind of thing a game waits for.</summary>
    public enum RequestKind
    {
        /// <summary>A player must choose.</summary>
        Decision,
        /// <summary>Chance must choose.</summary>
        Chance,
        /// <summary>Nothing: the game is over.</summary>
        End,
        /// <summary>Nothing: an error of the model has stopped the game.</summary>
        Error,
    }

    /// <summary>One answer that may be given.</summary>
    public struct Option
    {
        internal Option(int index, string label, double p) : this()
        {
            Index = index;
            Label = label;
            P = p;
        }

        /// <summary>Its number, from 0.</summary>
        public int Index { get; private set; }
        public string Label { get; private set; }
        /// <summary>How likely it is, of a chance; else 0.</summary>
        public double P { get; private set; }

        public override string ToString() { return Label; }
    }

    /// <summary>An error of a model that has stopped a game.</summary>
    public sealed class GameError
    {
        public string Kind { get; private set; }
        public string Message { get; private set; }
        /// <summary>Where in the model's text; null where that is not known.</summary>
        public SourcePosition At { get; private set; }
        /// <summary>Of a game that is known never to end: how it goes round; else null.</summary>
        public GameCycle CannotEnd { get; private set; }

        internal static GameError Read(PackReader r)
        {
            var e = new GameError { Kind = "", Message = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "kind": e.Kind = r.Text(); break;
                    case "message": e.Message = r.Text(); break;
                    case "at": e.At = SourcePosition.Read(r); break;
                    case "cannot_end": e.CannotEnd = GameCycle.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            return e;
        }

        public override string ToString() { return Kind + ": " + Message + (At == null ? "" : " (" + At + ")"); }
    }

    /// <summary>Another question of a simultaneous step that is open as well.</summary>
    public sealed class OpenQuestion
    {
        public int Player { get; private set; }
        public IReadOnlyList<Option> Options { get; private set; }

        internal static OpenQuestion Read(PackReader r)
        {
            var q = new OpenQuestion { Options = new Option[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "player": q.Player = r.Int(); break;
                    case "options": q.Options = Request.ReadOptions(r); break;
                    default: r.Skip(); break;
                }
            }
            return q;
        }
    }

    /// <summary>What a game waits for. It never changes; every answer gives a new one.</summary>
    public sealed class Request
    {
        static readonly Option[] noOptions = { };
        static readonly OpenQuestion[] noQuestions = { };
        static readonly int[] nobody = { };

        Option[] options = noOptions;

        public RequestKind Kind { get; private set; }
        /// <summary>Who must decide; -1 where nobody must.</summary>
        public int Player { get; private set; }
        /// <summary>Where in the rules the question comes from; null of an end.</summary>
        public string Place { get; private set; }
        public IReadOnlyList<Option> Options { get { return options; } }
        /// <summary>Whether everyone sees the answer.</summary>
        public bool All { get; private set; }
        /// <summary>Else the players who do.</summary>
        public IReadOnlyList<int> Seen { get; private set; }
        /// <summary>In a choice of several items which pick it is, from 1; else 0.</summary>
        public int Step { get; private set; }
        /// <summary>The model's words for the question; null where it has none.</summary>
        public string Prompt { get; private set; }
        /// <summary>In a simultaneous step the other open questions.</summary>
        public IReadOnlyList<OpenQuestion> Open { get; private set; }
        /// <summary>Of an end: a number for each player; else null.</summary>
        public IReadOnlyList<double> Payoffs { get; private set; }
        /// <summary>Of an end: the id of the end condition; else null.</summary>
        public string Reason { get; private set; }
        /// <summary>Of an error; else null.</summary>
        public GameError Error { get; private set; }

        /// <summary>Whether the game takes no more answers.</summary>
        public bool IsOver { get { return Kind == RequestKind.End || Kind == RequestKind.Error; } }

        Request()
        {
            Player = -1;
            Seen = nobody;
            Open = noQuestions;
        }

        internal static Request Read(PackReader r)
        {
            var q = new Request();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "kind": q.Kind = KindOf(r.Text()); break;
                    case "player": q.Player = r.Int(); break;
                    case "place": q.Place = r.Text(); break;
                    case "options": q.options = ReadOptions(r); break;
                    case "p": q.ReadLikelihoods(r); break;
                    case "all": q.All = r.Bool(); break;
                    case "seen": q.Seen = r.Ints(); break;
                    case "step": q.Step = r.Int(); break;
                    case "prompt": q.Prompt = r.Text(); break;
                    case "payoffs": q.Payoffs = r.Floats(); break;
                    case "reason": q.Reason = r.Text(); break;
                    case "error": q.Error = GameError.Read(r); break;
                    case "open":
                        var open = new OpenQuestion[r.List()];
                        for (int i = 0; i < open.Length; i++) open[i] = OpenQuestion.Read(r);
                        q.Open = open;
                        break;
                    default: r.Skip(); break;
                }
            }
            return q;
        }

        static RequestKind KindOf(string word)
        {
            switch (word)
            {
                case "decision": return RequestKind.Decision;
                case "chance": return RequestKind.Chance;
                case "end": return RequestKind.End;
                case "error": return RequestKind.Error;
                default: throw new ProtocolException("a request of the unknown kind '" + word + "'");
            }
        }

        internal static Option[] ReadOptions(PackReader r)
        {
            var list = new Option[r.List()];
            for (int i = 0; i < list.Length; i++) list[i] = new Option(i, r.Text(), 0);
            return list;
        }

        void ReadLikelihoods(PackReader r)
        {
            if (r.List() != options.Length) throw new ProtocolException("a chance with more or fewer likelihoods than options");
            for (int i = 0; i < options.Length; i++) options[i] = new Option(i, options[i].Label, r.Float());
        }

        /// <summary>The number of the first option with this label; -1 when there is none.</summary>
        public int IndexOf(string label) { return Array.FindIndex(options, o => o.Label == label); }

        public override string ToString()
        {
            switch (Kind)
            {
                case RequestKind.End: return "end: " + Reason + ", payoffs " + Json.Of(Payoffs);
                case RequestKind.Error: return "error: " + Error;
                case RequestKind.Chance: return "chance · " + Place + ": " + string.Join(" | ", options);
                default: return "player " + Player + " · " + Place + ": " + string.Join(" | ", options);
            }
        }
    }
}
