using System;
using System.Threading;

namespace Astragal.Examples
{
    /// <summary>
    /// The runtime that all tables share, and its model. When the engine's process dies, the first table that
    /// notices opens another one; the others find it open already.
    /// </summary>
    sealed class Engine : IDisposable
    {
        /// <summary>One life of the engine.</summary>
        public sealed class Life
        {
            public Runtime Runtime;
            public Model Model;
        }

        readonly object gate = new object();
        readonly RuntimeOptions options;
        readonly ModelSource source;
        Life now;
        int lives;

        public Engine(RuntimeOptions options, ModelSource source)
        {
            this.options = options;
            this.source = source;
            now = Begin();
        }

        Life Begin()
        {
            lives++;
            Runtime runtime = Runtime.Open(options);
            return new Life { Runtime = runtime, Model = runtime.Load(source) };
        }

        public Life Now { get { lock (gate) return now; } }

        public int Lives { get { lock (gate) return lives; } }

        /// <summary>The life that follows one that has ended.</summary>
        public Life After(Life ended)
        {
            lock (gate)
            {
                if (now == ended)
                {
                    ended.Runtime.Dispose();
                    now = Begin();
                }
                return now;
            }
        }

        public void Dispose() { lock (gate) now.Runtime.Dispose(); }
    }
}
