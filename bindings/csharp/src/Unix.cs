using System;
using System.Runtime.InteropServices;

namespace Astragal
{
    /// <summary>The few functions of Unix that .NET has no words for.</summary>
    internal static class Unix
    {
        const int Now = 2, Executable = 1;

        /// <summary>Loads a library; zero, and why, when that fails.</summary>
        public static IntPtr Load(string path, out string why)
        {
            IntPtr library = WithDl(() => DlOpen2(path, Now), () => DlOpen(path, Now));
            why = library != IntPtr.Zero ? "" : Marshal.PtrToStringAnsi(WithDl(DlError2, DlError)) ?? "it cannot be loaded";
            return library;
        }

        public static IntPtr Symbol(IntPtr library, string name)
        {
            return WithDl(() => DlSym2(library, name), () => DlSym(library, name));
        }

        // glibc has the functions in libdl.so.2, which is empty in newer ones but there; macOS and musl in
        // a library that goes by the name libdl or libc.
        static IntPtr WithDl(Func<IntPtr> two, Func<IntPtr> plain)
        {
            if (Locator.OnMac) return plain();
            try { return two(); }
            catch (DllNotFoundException) { return plain(); }
        }

        /// <summary>Lets a file be run that came out of a package, which keeps no permissions. Failing will be seen when it is run.</summary>
        public static void MakeExecutable(string path)
        {
            try { if (Access(path, Executable) != 0) ChMod(path, 493); } // 0755
            catch (DllNotFoundException) { }
            catch (EntryPointNotFoundException) { }
        }

        [DllImport("libdl.so.2", EntryPoint = "dlopen")]
        static extern IntPtr DlOpen2(string path, int flags);
        [DllImport("libdl.so.2", EntryPoint = "dlsym")]
        static extern IntPtr DlSym2(IntPtr library, string name);
        [DllImport("libdl.so.2", EntryPoint = "dlerror")]
        static extern IntPtr DlError2();
        [DllImport("libdl", EntryPoint = "dlopen")]
        static extern IntPtr DlOpen(string path, int flags);
        [DllImport("libdl", EntryPoint = "dlsym")]
        static extern IntPtr DlSym(IntPtr library, string name);
        [DllImport("libdl", EntryPoint = "dlerror")]
        static extern IntPtr DlError();
        [DllImport("libc", EntryPoint = "access", SetLastError = true)]
        static extern int Access(string path, int mode);
        [DllImport("libc", EntryPoint = "chmod", SetLastError = true)]
        static extern int ChMod(string path, uint mode);
    }
}
