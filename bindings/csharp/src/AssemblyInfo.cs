using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Astragal.Tests")]
