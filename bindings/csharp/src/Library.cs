using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;

namespace Astragal
{
    /// <summary>What astragal.h calls astragal_buffer.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeBuffer
    {
        public IntPtr Data;
        public UIntPtr Length;
        public ulong Handle;
    }

    /// <summary>
    /// The loaded library: include/astragal.h as delegates. It is loaded from a path that we choose, which a
    /// DllImport could not do on every runtime, and never unloaded: Go cannot be.
    /// </summary>
    internal sealed class Library
    {
        public const int AbiVersion = 2;

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int AbiVersionFn();
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int RuntimeNewFn(byte[] config, UIntPtr length, out ulong runtime);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int RuntimeFreeFn(ulong runtime);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int CallFn(ulong runtime, byte[] request, UIntPtr length, out NativeBuffer answer);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int BufferFreeFn(ref NativeBuffer buffer);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void LogFn(IntPtr userData, int level, IntPtr text, UIntPtr length);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int SetLogFn(ulong runtime, int level, LogFn fn, IntPtr userData);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int WriteFn(IntPtr writer, byte[] data, UIntPtr length);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int HostFn(IntPtr userData, IntPtr called, UIntPtr length, IntPtr write, IntPtr writer);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int SetHostFunctionFn(ulong runtime, byte[] name, HostFn fn, IntPtr userData);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int CancelFn(ulong runtime, ulong id);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate int PollFn(ulong runtime, out NativeBuffer said);

        public readonly string Path;
        public readonly RuntimeNewFn RuntimeNew;
        public readonly RuntimeFreeFn RuntimeFree;
        public readonly CallFn Call;
        public readonly BufferFreeFn BufferFree;
        public readonly SetLogFn SetLog;
        public readonly SetHostFunctionFn SetHostFunction;
        public readonly CancelFn Cancel;
        public readonly PollFn Poll;

        Library(string path, IntPtr library)
        {
            Path = path;
            int abi = Find<AbiVersionFn>(library, "astragal_abi_version")();
            if (abi != AbiVersion)
                throw new EngineNotFoundException(path + " has version " + abi + " of the interface; this binding needs " + AbiVersion);
            RuntimeNew = Find<RuntimeNewFn>(library, "astragal_runtime_new");
            RuntimeFree = Find<RuntimeFreeFn>(library, "astragal_runtime_free");
            Call = Find<CallFn>(library, "astragal_call");
            BufferFree = Find<BufferFreeFn>(library, "astragal_buffer_free");
            SetLog = Find<SetLogFn>(library, "astragal_set_log");
            SetHostFunction = Find<SetHostFunctionFn>(library, "astragal_set_host_function");
            Cancel = Find<CancelFn>(library, "astragal_cancel");
            Poll = Find<PollFn>(library, "astragal_poll");
        }

        [ThreadStatic] static Library entered;
        static readonly object door = new object();

        /// <summary>
        /// To be called before a function that runs Go, on the same thread. When a thread comes to Go for the first
        /// time, Go blocks its signals while it looks for a place for it, and if none is left waits until the thread
        /// that took the last has made another. A runtime that stops its threads by signals for a collection, as Mono
        /// does, may have stopped that thread: then all wait for each other for ever. Where threads come in one by
        /// one, each has made the next place before it leaves; and who waits here can be stopped.
        /// </summary>
        public void Enter()
        {
            if (entered == this) return;
            lock (door) Cancel(0, 0); // the quickest way in and out: there is no such runtime
            entered = this;
        }

        T Find<T>(IntPtr library, string name) where T : class
        {
            IntPtr at = Locator.OnWindows ? GetProcAddress(library, name) : Unix.Symbol(library, name);
            if (at == IntPtr.Zero) throw new EngineNotFoundException(Path + " has no function " + name + ": it is not Astragal's library");
            return (T)(object)Marshal.GetDelegateForFunctionPointer(at, typeof(T));
        }

        static readonly Dictionary<string, Library> loaded = new Dictionary<string, Library>();

        /// <summary>Loads the library, once per path. null looks at the usual places.</summary>
        public static Library Load(string path)
        {
            string key = path == null ? "" : System.IO.Path.GetFullPath(path);
            lock (loaded)
            {
                Library library;
                if (loaded.TryGetValue(key, out library)) return library;
                library = Open(path == null ? null : key);
                if (loaded.ContainsKey(library.Path)) library = loaded[library.Path];
                loaded[library.Path] = library;
                loaded[key] = library;
                return library;
            }
        }

        static Library Open(string path)
        {
            var paths = new List<string>(path == null ? Locator.Paths(Locator.Library, "ASTRAGAL_LIBRARY") : new[] { path });
            if (path == null) paths.Add(Locator.Library); // wherever the system looks
            var tried = new List<string>();
            foreach (string p in paths)
            {
                if (System.IO.Path.IsPathRooted(p) && !File.Exists(p))
                {
                    tried.Add("  " + p + ": no such file");
                    continue;
                }
                string why;
                IntPtr library = LoadFile(p, out why);
                if (library != IntPtr.Zero) return new Library(p, library);
                tried.Add("  " + p + ": " + why);
            }
            throw new EngineNotFoundException("Astragal's library cannot be loaded; these were tried:\n" + string.Join("\n", tried.ToArray())
                + "\nSet ASTRAGAL_LIBRARY or RuntimeOptions.LibraryPath to where it is."
                + (Locator.OnLinux ? " On Alpine and other systems with musl it cannot be loaded at all: use TransportKind.Process." : ""));
        }

        static IntPtr LoadFile(string path, out string why)
        {
            why = "";
            if (!Locator.OnWindows) return Unix.Load(path, out why);
            const uint searchBesideIt = 8; // LOAD_WITH_ALTERED_SEARCH_PATH
            IntPtr library = LoadLibraryEx(path, IntPtr.Zero, System.IO.Path.IsPathRooted(path) ? searchBesideIt : 0);
            if (library == IntPtr.Zero) why = "error " + Marshal.GetLastWin32Error() + " of Windows";
            return library;
        }

        [DllImport("kernel32", CharSet = CharSet.Unicode, EntryPoint = "LoadLibraryExW", SetLastError = true)]
        static extern IntPtr LoadLibraryEx(string path, IntPtr reserved, uint flags);

        [DllImport("kernel32", CharSet = CharSet.Ansi, BestFitMapping = false)]
        static extern IntPtr GetProcAddress(IntPtr library, string name);
    }
}
