using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Astragal
{
    /// <summary>
    /// One request: made with To, given parameters, sent, read, disposed. A thread uses the same one again and
    /// again, with its memory; a call inside a call (a listener of the log may make one) has its own.
    /// </summary>
    internal sealed class Call : IDisposable
    {
        [ThreadStatic] static Call spare;

        readonly PackWriter w = new PackWriter();
        readonly PackReader r = new PackReader();
        byte[] answer = new byte[1024];
        Transport transport;
        object owner; // kept from being collected, and so closed, while its call is under way
        long id;
        int mapAt, given;

        public static Call To(Runtime runtime, Method method, object owner = null)
        {
            Call c = spare ?? new Call();
            spare = null;
            c.transport = runtime.Transport;
            c.owner = owner;
            c.id = runtime.NextId();
            c.given = 0;
            c.w.Clear();
            method.Begin(c.w, c.id);
            c.mapAt = c.w.OpenMap();
            return c;
        }

        PackWriter Key(string name)
        {
            given++;
            w.Text(name);
            return w;
        }

        public Call Int(string name, long x)
        {
            Key(name).Int(x);
            return this;
        }

        /// <summary>An int; null leaves it out.</summary>
        public Call MaybeInt(string name, int? x) { return x.HasValue ? Int(name, x.Value) : this; }

        public Call UInt(string name, ulong x)
        {
            Key(name).UInt(x);
            return this;
        }

        public Call Float(string name, double? x)
        {
            if (x.HasValue) Key(name).Float(x.Value);
            return this;
        }

        public Call Bool(string name, bool x)
        {
            Key(name).Bool(x);
            return this;
        }

        /// <summary>A text; null leaves it out.</summary>
        public Call Text(string name, string x)
        {
            if (x != null) Key(name).Text(x);
            return this;
        }

        public Call Bin(string name, Array data, int bytes)
        {
            Key(name).Bin(data, bytes);
            return this;
        }

        public Call Ints(string name, int[] x)
        {
            PackWriter to = Key(name);
            to.List(x.Length);
            foreach (int n in x) to.Int(n);
            return this;
        }

        /// <summary>A map; null or an empty one leaves it out.</summary>
        public Call Map(string name, IEnumerable<KeyValuePair<string, object>> x)
        {
            if (x != null) Key(name).Value(x);
            return this;
        }

        /// <summary>Any value; null leaves it out.</summary>
        public Call Value(string name, object x)
        {
            if (x != null) Key(name).Value(x);
            return this;
        }

        /// <summary>Sends it and gives a reader at the map of the result. Throws what the answer refuses with.</summary>
        public PackReader Send()
        {
            w.CloseMap(mapAt, given);
            return Exchange();
        }

        PackReader Exchange()
        {
            int n = transport.Call(id, w.Bytes, w.Length, ref answer);
            r.Reset(answer, n);
            Envelope.Open(r, id);
            return r;
        }

        /// <summary>Send, stopped when the token is.</summary>
        public PackReader Send(CancellationToken token)
        {
            w.CloseMap(mapAt, given);
            return Exchange(token);
        }

        /// <summary>Sends it with parameters that are there as a map.</summary>
        public PackReader Send(IEnumerable<KeyValuePair<string, object>> parameters, CancellationToken token)
        {
            w.Truncate(mapAt);
            w.Value(parameters);
            return Exchange(token);
        }

        PackReader Exchange(CancellationToken token)
        {
            if (!token.CanBeCanceled) return Exchange();
            token.ThrowIfCancellationRequested();
            using (var stop = new Stop(transport, id))
            using (token.Register(stop.Begin))
            {
                try { return Exchange(); }
                catch (CancelledException e)
                {
                    if (token.IsCancellationRequested) throw new OperationCanceledException(e.Message, e, token);
                    throw;
                }
            }
        }

        public void Dispose()
        {
            GC.KeepAlive(owner);
            transport = null;
            owner = null;
            r.Reset(w.Bytes, 0);
            if (answer.Length > PackWriter.Kept) answer = new byte[1024];
            spare = this;
        }

        /// <summary>Cancels a call until it is over: a cancellation that comes before the call has begun meets nothing.</summary>
        sealed class Stop : IDisposable
        {
            readonly Transport transport;
            readonly long id;
            volatile bool over;

            public Stop(Transport transport, long id)
            {
                this.transport = transport;
                this.id = id;
            }

            public void Begin()
            {
                Task.Run(() =>
                {
                    try
                    {
                        for (int pause = 1; !over; pause = Math.Min(2 * pause, 50))
                        {
                            transport.Cancel(id);
                            Thread.Sleep(pause);
                        }
                    }
                    catch (AstragalException) { } // the call itself says so too
                    catch (ObjectDisposedException) { }
                });
            }

            public void Dispose() { over = true; }
        }
    }
}
