using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace Astragal.Tests
{
    /// <summary>Marks a test: a static method without parameters, or with a Runtime, which is then run over each transport.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    class TestAttribute : Attribute { }

    /// <summary>Marks a class whose tests load the library into this process.</summary>
    [AttributeUsage(AttributeTargets.Class)]
    class NativeAttribute : Attribute { }

    class Failure : Exception { public Failure(string message) : base(message) { } }

    static class Check
    {
        public static void That(bool so, string what) { if (!so) throw new Failure(what); }

        public static void Same(object want, object got, string what = "")
        {
            string a = want as string ?? "", b = got as string ?? "";
            if (a.Contains("\n") && b != a) Differ(a.Split('\n'), b.Split('\n'), what);
            if (!Equals(want, got)) throw new Failure(what + ": wanted " + Shown(want) + ", got " + Shown(got));
        }

        // Of long texts the first line that differs says enough.
        static void Differ(string[] want, string[] got, string what)
        {
            int i = 0;
            while (i < want.Length && i < got.Length && want[i] == got[i]) i++;
            throw new Failure(what + ": line " + (i + 1) + ":\nwanted " + (i < want.Length ? want[i] : "no more") + "\ngot    " + (i < got.Length ? got[i] : "no more"));
        }

        static string Shown(object x) { return x == null ? "null" : x.GetType().Name + " " + x; }

        public static T Throws<T>(Action does, string says = "") where T : Exception
        {
            try { does(); }
            catch (T e)
            {
                if (e.GetType() != typeof(T)) throw new Failure("wanted " + typeof(T).Name + ", got " + e);
                That(e.Message.Contains(says), "the message '" + e.Message + "' does not say '" + says + "'");
                return e;
            }
            catch (Exception e) { throw new Failure("wanted " + typeof(T).Name + ", got " + e); }
            throw new Failure("wanted " + typeof(T).Name + ", got nothing");
        }

        /// <summary>Waits for something that will become true soon.</summary>
        public static void Soon(Func<bool> so, string what)
        {
            Stopwatch w = Stopwatch.StartNew();
            while (!so())
            {
                That(w.ElapsedMilliseconds < 10000, what);
                Thread.Sleep(5);
            }
        }
    }

    static class Program
    {
        const int Deadline = 120000; // ms for one test

        /// <summary>The root of the repository.</summary>
        public static readonly string Root = FindRoot();

        /// <summary>The transports that are tested: ASTRAGAL_TEST_NATIVE=0 keeps Go out of a host that cannot bear it.</summary>
        public static readonly TransportKind[] Ways = Environment.GetEnvironmentVariable("ASTRAGAL_TEST_NATIVE") == "0"
            ? new[] { TransportKind.Process } : new[] { TransportKind.Native, TransportKind.Process };

        static string FindRoot()
        {
            string at = AppDomain.CurrentDomain.BaseDirectory;
            while (!File.Exists(Path.Combine(at, "go.mod"))) at = Path.GetDirectoryName(at);
            return at;
        }

        public static string Example(string name) { return Path.Combine(Root, "examples", name, "model.yaml"); }

        /// <summary>Options with the library and the program of this repository.</summary>
        public static RuntimeOptions Options(TransportKind kind)
        {
            return new RuntimeOptions { Transport = kind, LibraryPath = Path.Combine(Root, "bin", "libastragal.so"), ProgramPath = Path.Combine(Root, "bin", "astragal") };
        }

        static int Main(string[] args)
        {
            int passed = 0, failed = 0;
            var tests = from t in Assembly.GetExecutingAssembly().GetTypes()
                        from m in t.GetMethods(BindingFlags.Static | BindingFlags.Public)
                        where m.IsDefined(typeof(TestAttribute), false)
                        orderby t.Name, m.MetadataToken
                        select m;
            foreach (MethodInfo m in tests)
            {
                string name = m.DeclaringType.Name + "." + m.Name;
                if (args.Length > 0 && !args.Any(name.Contains)) continue;
                if (m.DeclaringType.IsDefined(typeof(NativeAttribute), false) && !Ways.Contains(TransportKind.Native)) continue;
                var runs = m.GetParameters().Length == 0 ? new TransportKind?[] { null } : Ways.Select(w => (TransportKind?)w).ToArray();
                foreach (TransportKind? way in runs)
                {
                    string full = way == null ? name : name + " over " + way;
                    Stopwatch watch = Stopwatch.StartNew();
                    string why = Run(m, way);
                    if (why == null) passed++;
                    else failed++;
                    Console.WriteLine((why == null ? "ok   " : "FAIL ") + full + (watch.ElapsedMilliseconds > 500 ? " (" + watch.ElapsedMilliseconds + " ms)" : ""));
                    if (why != null) Console.WriteLine("     " + why.Replace("\n", "\n     "));
                }
            }
            Console.WriteLine(passed + " passed, " + failed + " failed");
            return failed == 0 && passed > 0 ? 0 : 1;
        }

        static string Run(MethodInfo m, TransportKind? way)
        {
            string why = "it is not over after " + Deadline / 1000 + " s";
            var thread = new Thread(() =>
            {
                try
                {
                    if (way == null) m.Invoke(null, null);
                    else using (Runtime rt = Runtime.Open(Options(way.Value))) m.Invoke(null, new object[] { rt });
                    why = null;
                }
                catch (TargetInvocationException e)
                {
                    why = e.InnerException is Failure ? e.InnerException.Message + "\n" + e.InnerException.StackTrace : e.InnerException.ToString();
                }
                catch (Exception e) { why = e.ToString(); }
            }) { IsBackground = true };
            thread.Start();
            thread.Join(Deadline);
            return why;
        }
    }
}
