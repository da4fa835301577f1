using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Runtime.ExceptionServices;
using System.Text;
using System.Threading;

namespace Astragal
{
    /// <summary>
    /// The engine as a child process, astragal serve --stdio. When it ends, whatever the reason, every call
    /// throws TransportClosedException. It ends by itself when this process does.
    /// </summary>
    public sealed class ProcessTransport : Transport
    {
        const int LongestFrame = 16 << 20, Farewell = 2000, WordsKept = 20;

        readonly Process process;
        readonly Stream to, from;
        readonly Action<LogLevel, string> log;
        readonly Thread listener;
        readonly object writing = new object();
        byte[] message = new byte[1024];

        readonly object gate = new object(); // of what follows
        readonly Dictionary<long, Waiter> waiting = new Dictionary<long, Waiter>();
        readonly List<Waiter> spare = new List<Waiter>();
        readonly List<string> lastWords = new List<string>();
        Exception carried, broken;
        bool ended, disposed;
        long cancels = long.MaxValue;

        /// <summary>One call that waits for its answer.</summary>
        sealed class Waiter
        {
            public byte[] Answer = new byte[1024];
            public int Length;
            public bool Done, Lost; // guarded by the waiter itself; Done by the gate too
        }

        /// <summary>Starts the process.</summary>
        public ProcessTransport(RuntimeOptions options = null)
        {
            options = options ?? new RuntimeOptions();
            log = options.LogLevel <= LogLevel.Error ? options.Log : null;
            process = Start(options);
            to = process.StandardInput.BaseStream;
            from = process.StandardOutput.BaseStream;
            listener = new Thread(Listen) { IsBackground = true, Name = "astragal errors" };
            listener.Start();
            new Thread(Read) { IsBackground = true, Name = "astragal answers" }.Start();
        }

        /// <summary>The id of the child.</summary>
        public int ProcessId { get { return process.Id; } }

        static Process Start(RuntimeOptions options)
        {
            var paths = new List<string>();
            if (options.ProgramPath != null) paths.Add(Path.GetFullPath(options.ProgramPath));
            else
            {
                paths.AddRange(Locator.Paths(Locator.Program, "ASTRAGAL_PROGRAM"));
                foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator))
                    if (folder != "") paths.Add(Path.Combine(folder, Locator.Program));
            }
            var tried = new List<string>();
            foreach (string path in paths)
            {
                if (!File.Exists(path))
                {
                    tried.Add("  " + path + ": no such file");
                    continue;
                }
                if (!Locator.OnWindows) Unix.MakeExecutable(path);
                try { return Process.Start(Child(path, options.Config())); }
                catch (Win32Exception e) { tried.Add("  " + path + ": " + e.Message); }
            }
            throw new EngineNotFoundException("Astragal's program cannot be started; these were tried:\n" + string.Join("\n", tried.ToArray())
                + "\nSet ASTRAGAL_PROGRAM or RuntimeOptions.ProgramPath to where it is.");
        }

        static ProcessStartInfo Child(string path, string config)
        {
            var info = new ProcessStartInfo(path, "serve --stdio --config \"" + config.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"")
            {
                UseShellExecute = false, CreateNoWindow = true,
                RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
                StandardErrorEncoding = Encoding.UTF8,
            };
#if NETSTANDARD2_1 || NET
            info.StandardInputEncoding = new UTF8Encoding(false);
#endif
            return info;
        }

        public override int Call(long id, byte[] request, int length, ref byte[] answer)
        {
            if (length < 0 || length > request.Length) throw new ArgumentOutOfRangeException("length");
            if (length > LongestFrame) throw AstragalException.Of("limit", "a frame of " + length + " bytes; the most is " + LongestFrame);
            Waiter w = Expect(id);
            try
            {
                Send(request, length);
                lock (w)
                    while (!w.Done && !w.Lost) Monitor.Wait(w);
                if (!w.Done) throw Closed();
                byte[] took = answer;
                answer = w.Answer; // the arrays change places: nothing is copied
                w.Answer = took ?? new byte[1024];
                return w.Length;
            }
            finally { Forget(id, w); }
        }

        Waiter Expect(long id)
        {
            lock (gate)
            {
                if (disposed) throw new ObjectDisposedException("Astragal.Runtime");
                if (carried != null)
                {
                    Exception e = carried;
                    carried = null;
                    ExceptionDispatchInfo.Capture(e).Throw();
                }
                if (!ended) return Register(id);
            }
            throw Closed();
        }

        Waiter Register(long id)
        {
            if (waiting.ContainsKey(id)) throw new InvalidOperationException("a call with the id " + id + " is under way");
            int last = spare.Count - 1;
            Waiter w = last < 0 ? new Waiter() : spare[last];
            if (last >= 0) spare.RemoveAt(last);
            w.Done = false;
            waiting.Add(id, w);
            return w;
        }

        void Forget(long id, Waiter w)
        {
            lock (gate)
            {
                waiting.Remove(id);
                if (!ended && w.Answer.Length <= PackWriter.Kept && spare.Count < 64) spare.Add(w);
            }
        }

        // One write for the length and the frame.
        void Send(byte[] request, int length)
        {
            lock (writing)
            {
                Fit(ref message, length + 4);
                for (int i = 0; i < 4; i++) message[i] = (byte)(length >> 8 * i);
                Buffer.BlockCopy(request, 0, message, 4, length);
                try
                {
                    to.Write(message, 0, length + 4);
                    to.Flush();
                }
                catch (Exception e) when (e is IOException || e is ObjectDisposedException)
                {
                    End(e);
                    throw Closed();
                }
                if (message.Length > PackWriter.Kept) message = new byte[1024];
            }
        }

        // Hands answers to who waits for them, until there are no more.
        void Read()
        {
            byte[] head = new byte[4], frame = new byte[1024];
            var reader = new PackReader();
            try
            {
                while (Fill(head, 4))
                {
                    uint length = (uint)(head[0] | head[1] << 8 | head[2] << 16 | head[3] << 24);
                    if (length > LongestFrame) throw new ProtocolException("a frame of " + length + " bytes came");
                    Fit(ref frame, (int)length);
                    if (!Fill(frame, (int)length)) throw new ProtocolException("the output ends within a frame");
                    reader.Reset(frame, (int)length);
                    long id = Envelope.Id(reader);
                    lock (gate)
                    {
                        Waiter w;
                        if (!waiting.TryGetValue(id, out w) || w.Done) continue; // nobody waits for it any more
                        byte[] old = w.Answer;
                        w.Answer = frame;
                        w.Length = (int)length;
                        frame = old;
                        lock (w)
                        {
                            w.Done = true;
                            Monitor.Pulse(w);
                        }
                    }
                }
                End(null);
            }
            catch (Exception e) { End(e); }
        }

        bool Fill(byte[] into, int n)
        {
            for (int at = 0; at < n;)
            {
                int got = from.Read(into, at, n - at);
                if (got <= 0) return false;
                at += got;
            }
            return true;
        }

        // What the child says of faults.
        void Listen()
        {
            try
            {
                for (string line; (line = process.StandardError.ReadLine()) != null;)
                {
                    lock (gate)
                    {
                        lastWords.Add(line);
                        if (lastWords.Count > WordsKept) lastWords.RemoveAt(0);
                    }
                    Tell(line);
                }
            }
            catch (IOException) { }
            catch (ObjectDisposedException) { }
        }

        void Tell(string line)
        {
            if (log == null) return;
            try { log(LogLevel.Error, line); }
            catch (Exception e) { lock (gate) carried = carried ?? e; }
        }

        void End(Exception why)
        {
            lock (gate)
            {
                if (ended) return;
                ended = true;
                broken = why;
                Lose();
            }
            if (why is ProtocolException) Kill(); // it speaks another language: nothing will come of it
        }

        // Tells those who wait that no answer will come. The gate is held.
        void Lose()
        {
            foreach (Waiter w in waiting.Values)
            {
                lock (w)
                {
                    w.Lost = true;
                    Monitor.Pulse(w);
                }
            }
        }

        // What to throw now that it has ended. No lock is held but that of writing.
        Exception Closed()
        {
            if (Volatile.Read(ref disposed)) return new ObjectDisposedException("Astragal.Runtime");
            string how = "Astragal's process has ended", words = "";
            if (Thread.CurrentThread != listener) listener.Join(200);
            lock (gate) words = string.Join("\n", lastWords.ToArray());
            try
            {
                if (process.WaitForExit(200))
                {
                    if (process.ExitCode == 2) // wrong arguments; ours are wrong only where the configuration is
                        return AstragalException.Of("bad_params", "configuration: " + words);
                    how += " with status " + process.ExitCode;
                }
            }
            catch (InvalidOperationException) { }
            return new TransportClosedException(how + "; its games can be restored in a new runtime from their last snapshots or records"
                + (words == "" ? "" : "\n" + words), broken);
        }

        public override bool Cancel(long id)
        {
            long mine = Interlocked.Decrement(ref cancels);
            var w = new PackWriter();
            w.Raw(Method.RuntimeCancel.Head(mine));
            w.Map(1);
            w.Text("id");
            w.Int(id);
            byte[] answer = null;
            int n = Call(mine, w.Bytes, w.Length, ref answer);
            var r = new PackReader(answer, n);
            Envelope.Open(r, mine);
            for (int left = r.Map(); left > 0; left--)
            {
                if (r.Text() == "cancelled") return r.Bool();
                r.Skip();
            }
            return false;
        }

        public override void Dispose()
        {
            int patience;
            lock (gate)
            {
                if (disposed) return;
                disposed = true;
                ended = true;
                patience = waiting.Count == 0 ? Farewell : 0;
                Lose();
            }
            try
            {
                to.Close(); // tells it to end
                if (!process.WaitForExit(patience)) Kill();
            }
            catch (IOException) { Kill(); }
            process.Dispose();
        }

        void Kill()
        {
            try { process.Kill(); }
            catch (InvalidOperationException) { } // it has ended
            catch (Win32Exception) { }            // it is ending
        }
    }
}
