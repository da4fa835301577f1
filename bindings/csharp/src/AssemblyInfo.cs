using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Astragal.Tests")]
[assembly: InternalsVisibleTo("Astragal.Bench")]
