using System;

namespace Astragal
{
    /// <summary>The way to the engine.</summary>
    public enum TransportKind
    {
        /// <summary>
        /// Process for CoreCLR on Linux, where a Go library can overflow the runtime's signal stack; Native
        /// everywhere else: Mono, Unity, .NET Framework, Windows, macOS.
        /// </summary>
        Auto,
        /// <summary>The library, loaded into this process.</summary>
        Native,
        /// <summary>A child process that runs astragal serve --stdio.</summary>
        Process,
    }

    /// <summary>
    /// Carries frames to an engine and back. Every member may be called from any thread; calls run side by
    /// side. A transport of your own (over a network, say) is given to Runtime.Over.
    /// </summary>
    public abstract class Transport : IDisposable
    {
        /// <summary>
        /// Sends a request, the first length bytes of an array that it does not keep, and waits for the answer:
        /// puts it into answer, with a larger array if need be, and gives its length. id is the one in the
        /// request. Throws TransportClosedException when there will be no answer.
        /// </summary>
        public abstract int Call(long id, byte[] request, int length, ref byte[] answer);

        /// <summary>Stops the calls under way that have this id; false when there is none.</summary>
        public abstract bool Cancel(long id);

        /// <summary>Ends it, and the calls under way. A second time does nothing.</summary>
        public abstract void Dispose();

        /// <summary>Makes room in an array that is used again; what was in it is lost.</summary>
        protected internal static void Fit(ref byte[] array, int length)
        {
            if (array == null || array.Length < length)
                array = new byte[Math.Max(length, array == null ? 1024 : (int)Math.Min(2L * array.Length, int.MaxValue - 64))];
        }
    }
}
