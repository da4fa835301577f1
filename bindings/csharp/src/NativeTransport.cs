using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace Astragal
{
    /// <summary>Ahead-of-time compilers know by this attribute's name which methods C calls.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }

    /// <summary>The engine as a library in this process.</summary>
    public sealed class NativeTransport : Transport
    {
        const int Ok = 0, BadRequest = 1, BadHandle = 2, Panic = 3, Limit = 4, Forked = 5, Cancelled = 6, Closed = 7;

        readonly Library library;
        readonly RuntimeHandle runtime;
        readonly Action<LogLevel, string> log;
        readonly long key;

        /// <summary>Loads the library if that has not been done, and makes a runtime in it.</summary>
        public NativeTransport(RuntimeOptions options = null)
        {
            options = options ?? new RuntimeOptions();
            library = Library.Load(options.LibraryPath);
            byte[] config = PackWriter.Utf8.GetBytes(options.Config());
            ulong handle;
            library.Enter();
            int status = library.RuntimeNew(config, (UIntPtr)(uint)config.Length, out handle);
            if (status == BadRequest) throw AstragalException.Of("bad_params", "configuration: " + LastWords());
            Check(status, "a runtime");
            runtime = new RuntimeHandle(library, handle);
            log = options.Log;
            if (log == null)
            {
                library.SetLog(handle, (int)LogLevel.Off, null, IntPtr.Zero);
                return;
            }
            key = Interlocked.Increment(ref keys);
            listeners[key] = log;
            Check(library.SetLog(handle, (int)options.LogLevel, hear, new IntPtr(key)), "the log");
        }

        /// <summary>Where the library was found.</summary>
        public string LibraryPath { get { return library.Path; } }

        public override int Call(long id, byte[] request, int length, ref byte[] answer)
        {
            if (runtime.IsClosed) throw Gone();
            if (length < 0 || length > request.Length) throw new ArgumentOutOfRangeException("length");
            NativeBuffer buffer;
            library.Enter();
            int status = library.Call(runtime.Value, request, (UIntPtr)(uint)length, out buffer);
            int n;
            try
            {
                n = checked((int)buffer.Length);
                Fit(ref answer, n);
                if (n > 0) Marshal.Copy(buffer.Data, answer, 0, n);
            }
            finally { library.BufferFree(ref buffer); }
            GC.KeepAlive(this);
            if (carried != null) Carry();
            if (status == Closed) throw Gone();
            if (n == 0) Check(status, "a call");
            return n;
        }

        public override bool Cancel(long id)
        {
            if (runtime.IsClosed) return false;
            library.Enter();
            int status = library.Cancel(runtime.Value, (ulong)id);
            GC.KeepAlive(this);
            if (status == BadHandle) return false;
            Check(status, "a cancellation");
            return true;
        }

        /// <summary>Gives the engine a function of the host under a name, or with null takes it away.</summary>
        public void SetHostFunction(string name, HostFunction function)
        {
            if (runtime.IsClosed) throw Gone();
            byte[] text = PackWriter.Utf8.GetBytes(name + "\0");
            long key = 0;
            if (function != null)
            {
                key = Interlocked.Increment(ref keys);
                functions[key] = function;
                lock (named) named.Add(key);
            }
            library.Enter();
            int status = library.SetHostFunction(runtime.Value, text, function == null ? null : answer, new IntPtr(key));
            GC.KeepAlive(this);
            if (status == BadRequest) throw AstragalException.Of("bad_params", "the name of a host function has 1 to 256 bytes");
            Check(status, "a host function");
        }

        public override void Dispose()
        {
            runtime.Dispose();
            HostFunction none;
            lock (named) foreach (long k in named) functions.TryRemove(k, out none);
            Action<LogLevel, string> gone;
            if (log != null) listeners.TryRemove(key, out gone);
        }

        static ObjectDisposedException Gone() { return new ObjectDisposedException("Astragal.Runtime"); }

        static void Check(int status, string what)
        {
            switch (status)
            {
                case Ok: return;
                case BadRequest: throw AstragalException.Of("bad_request", what + " without a request");
                case BadHandle: case Closed: throw Gone();
                case Panic: throw AstragalException.Of("internal", "a fault of the library in " + what + "; the log has its stack");
                case Limit: throw AstragalException.Of("limit", what + " is too large, or one too many");
                case Forked: throw new ForkedException("this process is a fork of the one that loaded Astragal's library; load it in the child only, or use TransportKind.Process");
                case Cancelled: throw AstragalException.Of("cancelled", what + " was cancelled");
                default: throw new TransportException(what + " failed with status " + status);
            }
        }

        // What the library says of a configuration: {"kind":"log","level":3,"text":"..."}.
        string LastWords()
        {
            NativeBuffer buffer;
            if (library.Poll(0, out buffer) != Ok || buffer.Data == IntPtr.Zero) return "it is refused";
            byte[] text = new byte[(int)buffer.Length];
            Marshal.Copy(buffer.Data, text, 0, text.Length);
            library.BufferFree(ref buffer);
            string said = PackWriter.Utf8.GetString(text);
            int at = said.IndexOf("\"text\":\"", StringComparison.Ordinal);
            return at < 0 ? said : said.Substring(at + 8).TrimEnd('}').TrimEnd('"').Replace("\\\"", "\"");
        }

        // The log. C holds a pointer to one static delegate, which lives as long as the process, and a number for
        // the listener, so that nothing can be collected under its feet. What a listener throws must not pass
        // through C: it is kept until the call that it came out of has returned, and thrown there.

        static readonly Library.LogFn hear = Hear;
        static readonly ConcurrentDictionary<long, Action<LogLevel, string>> listeners = new ConcurrentDictionary<long, Action<LogLevel, string>>();
        static long keys;
        [ThreadStatic] static List<Exception> carried;

        [MonoPInvokeCallback(typeof(Library.LogFn))]
        static void Hear(IntPtr userData, int level, IntPtr text, UIntPtr length)
        {
            try
            {
                Action<LogLevel, string> listener;
                if (!listeners.TryGetValue(userData.ToInt64(), out listener)) return;
                byte[] copy = new byte[checked((int)length)];
                if (copy.Length > 0) Marshal.Copy(text, copy, 0, copy.Length);
                listener((LogLevel)level, System.Text.Encoding.UTF8.GetString(copy));
            }
            catch (Exception e)
            {
                if (carried == null) carried = new List<Exception>();
                carried.Add(e);
            }
        }

        // Functions of the host are the same: one static delegate, and a number for each.

        static readonly Library.HostFn answer = Answer;
        static readonly ConcurrentDictionary<long, HostFunction> functions = new ConcurrentDictionary<long, HostFunction>();
        readonly List<long> named = new List<long>(); // kept to the end: another thread may be in one that was replaced

        [MonoPInvokeCallback(typeof(Library.HostFn))]
        static int Answer(IntPtr userData, IntPtr called, UIntPtr length, IntPtr write, IntPtr writer)
        {
            byte[] bytes;
            int n, status = 0;
            try
            {
                byte[] copy = new byte[checked((int)length)];
                Marshal.Copy(called, copy, 0, copy.Length);
                var reply = new PackWriter();
                KeyValuePair<string, object> given = Called.Answer(functions[userData.ToInt64()](Called.Read((ValueMap)new PackReader(copy, copy.Length).Value())));
                reply.Value(new Dictionary<string, object> { { given.Key, given.Value } });
                bytes = reply.Bytes;
                n = reply.Length;
            }
            catch (Exception e)
            {
                if (carried == null) carried = new List<Exception>();
                carried.Add(e);
                bytes = System.Text.Encoding.UTF8.GetBytes(e.GetType().Name + ": " + e.Message);
                n = Math.Min(bytes.Length, 1000);
                status = 1;
            }
            var take = (Library.WriteFn)Marshal.GetDelegateForFunctionPointer(write, typeof(Library.WriteFn));
            take(writer, bytes, (UIntPtr)(uint)n);
            return status;
        }

        static void Carry()
        {
            List<Exception> all = carried;
            carried = null;
            if (all.Count == 1) ExceptionDispatchInfo.Capture(all[0]).Throw();
            throw new AggregateException("what the library has called back failed", all);
        }
    }
}
