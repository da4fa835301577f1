using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;

namespace Astragal
{
    /// <summary>
    /// Functions of the host where the engine cannot call back: what a model calls is fetched by a thread, and each
    /// call is answered on the thread pool.
    /// </summary>
    internal sealed class FetchedFunctions
    {
        readonly Runtime runtime;
        readonly ConcurrentDictionary<string, HostFunction> functions = new ConcurrentDictionary<string, HostFunction>();
        readonly CancellationTokenSource stop = new CancellationTokenSource();
        Thread fetching;

        public FetchedFunctions(Runtime runtime) { this.runtime = runtime; }

        public void Set(string name, HostFunction function)
        {
            if (function != null) functions[name] = function;
            runtime.Invoke(function == null ? "function.withdraw" : "function.offer", new Dictionary<string, object> { { "code", name } });
            lock (stop)
            {
                if (function == null || fetching != null) return;
                fetching = new Thread(Fetch) { IsBackground = true, Name = "astragal functions" };
                fetching.Start();
            }
        }

        void Fetch()
        {
            var wait = new Dictionary<string, object> { { "wait", 1L << 30 } };
            try
            {
                while (!stop.IsCancellationRequested)
                {
                    ValueMap told = runtime.Invoke("function.next", wait, stop.Token);
                    if (told.Count > 0) ThreadPool.QueueUserWorkItem(_ => Answer(told));
                }
            }
            catch (OperationCanceledException) { }
            catch (AstragalException) { } // the engine is gone
            catch (ObjectDisposedException) { }
        }

        void Answer(ValueMap told)
        {
            var reply = new Dictionary<string, object> { { "call", told["call"] } };
            try
            {
                Called called = Called.Read((ValueMap)told["asked"]);
                KeyValuePair<string, object> answer = Called.Answer(functions[called.Code](called));
                Send(new Dictionary<string, object>(reply) { { answer.Key, answer.Value } });
            }
            catch (Exception e) // it stops the game
            {
                reply["error"] = e.GetType().Name + ": " + e.Message;
                try { Send(reply); }
                catch (AstragalException) { } // nobody waits for it any more
                catch (ObjectDisposedException) { }
            }
        }

        void Send(Dictionary<string, object> reply) { runtime.Invoke("function.answer", reply); }

        public void Stop()
        {
            stop.Cancel();
            lock (stop)
                if (fetching != null && fetching != Thread.CurrentThread) fetching.Join(1000);
        }
    }
}
