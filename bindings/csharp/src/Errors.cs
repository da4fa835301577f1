using System;
using System.Collections.Generic;

namespace Astragal
{
    /// <summary>A place in a model's text; lines and columns count from 1.</summary>
    public sealed class SourcePosition
    {
        public string File { get; private set; }
        public int Line { get; private set; }
        public int Column { get; private set; }

        internal static SourcePosition Read(PackReader r)
        {
            var p = new SourcePosition { File = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "file": p.File = r.Text(); break;
                    case "line": p.Line = r.Int(); break;
                    case "column": p.Column = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return p;
        }

        public override string ToString() { return File + ":" + Line + ":" + Column; }
    }

    /// <summary>One thing that an answer says was wrong.</summary>
    public sealed class ErrorInfo
    {
        /// <summary>One of the codes of docs/protocol.md, such as bad_answer.</summary>
        public string Code { get; private set; }
        public string Message { get; private set; }
        /// <summary>Where in the rules; null where that makes no sense.</summary>
        public string Place { get; private set; }
        /// <summary>Where in the model's text; null where that makes no sense.</summary>
        public SourcePosition At { get; private set; }

        /// <summary>The particulars of an error of character rules; null where there are none.</summary>
        public ValueMap Details { get; private set; }
        /// <summary>What kind of error of character rules it is, such as unknown-field; empty of other errors.</summary>
        public string Kind { get { return Details == null ? "" : Details.Text("code"); } }

        internal ErrorInfo(string code, string message)
        {
            Code = code;
            Message = message;
        }

        internal static ErrorInfo Read(PackReader r)
        {
            var e = new ErrorInfo("", "");
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "code": e.Code = r.Text(); break;
                    case "message": e.Message = r.Text(); break;
                    case "place": e.Place = r.Text(); break;
                    case "data": e.Details = r.Value() as ValueMap; break;
                    case "at": e.At = SourcePosition.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            return e;
        }

        public override string ToString() { return (At == null ? "" : At + ": ") + Message; }
    }

    /// <summary>Anything that this library reports. What was asked has not been done.</summary>
    public class AstragalException : Exception
    {
        public AstragalException(string message, Exception inner = null) : base(message, inner)
        {
            Code = "";
            Errors = new ErrorInfo[0];
        }

        internal AstragalException(IReadOnlyList<ErrorInfo> errors) : base(Join(errors))
        {
            Code = errors[0].Code;
            Errors = errors;
        }

        /// <summary>The code of an answer, such as bad_answer; empty where there was none.</summary>
        public string Code { get; private set; }

        /// <summary>All that the answer said; empty where there was none.</summary>
        public IReadOnlyList<ErrorInfo> Errors { get; private set; }

        static string Join(IReadOnlyList<ErrorInfo> errors)
        {
            const int shown = 10;
            var lines = new List<string>();
            for (int i = 0; i < errors.Count && i < shown; i++) lines.Add(errors[i].ToString());
            if (errors.Count > shown) lines.Add("and " + (errors.Count - shown) + " more");
            return string.Join("\n", lines);
        }

        internal static AstragalException Of(string code, string message)
        {
            return Of(new[] { new ErrorInfo(code, message) });
        }

        internal static AstragalException Of(IReadOnlyList<ErrorInfo> errors)
        {
            if (errors.Count == 0) return new ProtocolException("an answer refuses without an error");
            switch (errors[0].Code)
            {
                case "bad_request": return new BadRequestException(errors);
                case "version": return new VersionException(errors);
                case "unknown_method": return new UnknownMethodException(errors);
                case "bad_params": return new BadParamsException(errors);
                case "not_found": return new NotFoundException(errors);
                case "model_error": return new ModelErrorException(errors);
                case "bad_answer": return new BadAnswerException(errors);
                case "game_over": return new GameOverException(errors);
                case "limit": return new LimitException(errors);
                case "cancelled": return new CancelledException(errors);
                case "busy": return new BusyException(errors);
                case "poisoned": return new PoisonedException(errors);
                case "internal": return new InternalException(errors);
                case "ruleset_error": return new RulesetException(errors);
                case "pack_error": return new PackException(errors);
                case "character_error": return new CharacterException(errors);
                default: return new AstragalException(errors); // of a later version
            }
        }
    }

    /// <summary>bad_request: the frame could not be read.</summary>
    public sealed class BadRequestException : AstragalException { internal BadRequestException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>version: library and binding speak different versions of the protocol.</summary>
    public sealed class VersionException : AstragalException { internal VersionException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>unknown_method: there is no such method.</summary>
    public sealed class UnknownMethodException : AstragalException { internal UnknownMethodException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>bad_params: a parameter is missing, of a wrong type, unknown, or makes no sense.</summary>
    public sealed class BadParamsException : AstragalException { internal BadParamsException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>not_found: a handle names nothing.</summary>
    public sealed class NotFoundException : AstragalException { internal NotFoundException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>model_error: the text is no model at all, or an agent's policy fails.</summary>
    public sealed class ModelErrorException : AstragalException { internal ModelErrorException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>bad_answer: the answer does not fit what the game asks.</summary>
    public sealed class BadAnswerException : AstragalException { internal BadAnswerException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>game_over: the game takes no answer any more.</summary>
    public sealed class GameOverException : AstragalException { internal GameOverException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>limit: a limit of the runtime would be passed.</summary>
    public sealed class LimitException : AstragalException { internal LimitException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>cancelled: the call was stopped. Calls with a CancellationToken throw OperationCanceledException instead.</summary>
    public sealed class CancelledException : AstragalException { internal CancelledException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>busy: the game is in use by the very host function that calls it.</summary>
    public sealed class BusyException : AstragalException { internal BusyException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>poisoned: a fault of the engine has hit this game before; it can only be closed.</summary>
    public sealed class PoisonedException : AstragalException { internal PoisonedException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>internal: a fault of the engine.</summary>
    public sealed class InternalException : AstragalException { internal InternalException(IReadOnlyList<ErrorInfo> e) : base(e) { } }

    /// <summary>ruleset_error: packs of character rules do not load; Errors has all that is wrong.</summary>
    public sealed class RulesetException : AstragalException
    {
        internal RulesetException(IReadOnlyList<ErrorInfo> e) : base(e) { }

        /// <summary>What kind of error the first is: docs/packs.md.</summary>
        public string Kind { get { return Errors[0].Kind; } }
        public ValueMap Details { get { return Errors[0].Details; } }
    }

    /// <summary>pack_error: packs are not sound, do not go together, or are beyond what the runtime allows; Errors has all that is wrong.</summary>
    public sealed class PackException : AstragalException
    {
        internal PackException(IReadOnlyList<ErrorInfo> e) : base(e) { }

        /// <summary>What kind of error the first is: docs/content-packs.md.</summary>
        public string Kind { get { return Errors[0].Kind; } }
        public ValueMap Details { get { return Errors[0].Details; } }
    }

    /// <summary>character_error: character rules refuse what was asked; nothing has changed.</summary>
    public sealed class CharacterException : AstragalException
    {
        internal CharacterException(IReadOnlyList<ErrorInfo> e) : base(e) { }

        /// <summary>What kind of error it is, such as answer-mismatch: docs/characters.md, docs/actions.md.</summary>
        public string Kind { get { return Errors[0].Kind; } }
        /// <summary>Its particulars.</summary>
        public ValueMap Details { get { return Errors[0].Details; } }
    }

    /// <summary>The way to the engine is at fault, not what was asked of it.</summary>
    public class TransportException : AstragalException { public TransportException(string message, Exception inner = null) : base(message, inner) { } }

    /// <summary>The library or the program of the engine cannot be found or loaded; the message lists what was tried.</summary>
    public sealed class EngineNotFoundException : TransportException { internal EngineNotFoundException(string message, Exception inner = null) : base(message, inner) { } }

    /// <summary>
    /// The engine's process has ended. Its games are gone, and the runtime with it: open another one and restore
    /// the games from their last snapshots or records.
    /// </summary>
    public sealed class TransportClosedException : TransportException { internal TransportClosedException(string message, Exception inner = null) : base(message, inner) { } }

    /// <summary>This process is a fork of the one that loaded the library, in which it cannot be used.</summary>
    public sealed class ForkedException : TransportException { internal ForkedException(string message) : base(message) { } }

    /// <summary>Bytes came that are no answer of this protocol.</summary>
    public sealed class ProtocolException : TransportException { internal ProtocolException(string message) : base(message) { } }
}
