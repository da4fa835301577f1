using System;
using System.Runtime.InteropServices;

namespace Astragal
{
    /// <summary>
    /// A runtime of the library, freed when it is disposed or forgotten. The library gives no number out
    /// twice, so a call that comes too late is refused and hits nothing else: calls need not hold it back.
    /// </summary>
    internal sealed class RuntimeHandle : SafeHandle
    {
        readonly Library library;

        public ulong Value { get; private set; }

        public RuntimeHandle(Library library, ulong value) : base(IntPtr.Zero, true)
        {
            this.library = library;
            Value = value;
            SetHandle(new IntPtr(1)); // the number may be too large for a pointer
        }

        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

        protected override bool ReleaseHandle()
        {
            library.Enter();
            return library.RuntimeFree(Value) == 0;
        }
    }
}
