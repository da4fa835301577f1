using System;
using System.Threading;
using System.Threading.Tasks;

namespace Astragal
{
    /// <summary>
    /// Something in a runtime that has to be closed: a model, a game, a simulation, a batch. Dispose closes it,
    /// at once and without ever throwing; one that is forgotten is closed some time later.
    /// </summary>
    public abstract class Resource : IDisposable
    {
        readonly Method close;
        readonly long handle;
        int closed;

        internal Resource(Runtime runtime, long handle, Method close)
        {
            Runtime = runtime;
            this.handle = handle;
            this.close = close;
        }

        ~Resource()
        {
            if (Runtime != null && Interlocked.Exchange(ref closed, 1) == 0) Runtime.Abandon(close, handle);
        }

        /// <summary>The runtime that it is in.</summary>
        public Runtime Runtime { get; private set; }

        /// <summary>Its number in the protocol. Throws ObjectDisposedException once it is closed.</summary>
        public long Handle
        {
            get
            {
                if (Volatile.Read(ref closed) != 0 || Runtime.IsDisposed) throw new ObjectDisposedException(GetType().FullName);
                return handle;
            }
        }

        public void Dispose()
        {
            if (Interlocked.Exchange(ref closed, 1) == 0) Runtime.Close(close, handle);
            GC.SuppressFinalize(this);
        }

        // A call about this thing; its number is the first parameter.
        internal Call Ask(Method method, string name)
        {
            return Call.To(Runtime, method, this).Int(name, Handle);
        }

        internal static Task<T> Later<T>(Func<T> work, CancellationToken cancel) { return Task.Run(work, cancel); }
    }
}
