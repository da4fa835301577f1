using System;
using System.IO;
using System.Linq;

namespace Astragal.Tests
{
    static class ContentPackTests
    {
        static readonly ContentPack duel = ContentPack.At(Path.Combine(Program.Root, "examples", "duel"));
        static readonly ContentPack german = ContentPack.At(Path.Combine(Program.Root, "examples", "content-packs", "german"));

        /// <summary>A folder of packs: one has a model, one adds to it, one is broken.</summary>
        static string Folder()
        {
            string dir = Path.Combine(Path.GetTempPath(), "astragal-packs-" + Guid.NewGuid().ToString("N"));
            foreach (string id in new[] { "nim", "more" }) Directory.CreateDirectory(Path.Combine(dir, id));
            File.WriteAllText(Path.Combine(dir, "nim", "pack.yaml"), "id: nim\nversion: 1.2.0\nmodels: {nim: model.yaml}\n");
            File.Copy(Program.Example("nim"), Path.Combine(dir, "nim", "model.yaml"));
            File.WriteAllText(Path.Combine(dir, "more", "pack.yaml"),
                "id: more\nversion: 1.0.0\nrequires: [{id: nim, version: ^1}]\ncapabilities: [extend]\ncontent: [{to: nim, files: [c.yaml]}]\n");
            File.WriteAllText(Path.Combine(dir, "more", "c.yaml"), "content: {stones: [{id: pebble}]}\n");
            File.WriteAllText(Path.Combine(dir, "odd.zip"), "PK");
            return dir;
        }

        [Test]
        public static void PacksAreLookedInto(Runtime rt)
        {
            Check.Same(0, rt.Packs().Packs.Count, "no folder");
            PackInspection seen = rt.InspectPack(german);
            Check.That(seen.Ok && seen.Id == "lantern-duel-german" && seen.Version == "1.0.0" && seen.Capabilities.Count == 0 && seen.Signed.Count == 0, "inspection");
            Check.Same("Knappe", rt.PackTexts(german, "de")["Squire"], "texts");
            Check.That(System.Text.Encoding.UTF8.GetString(rt.PackFile(german, "pictures/squire.svg")).StartsWith("<svg"), "a picture");
            PackInspection broken = rt.InspectPack(ContentPack.OfZip(new byte[] { 80, 75 }, "odd.zip"));
            Check.That(!broken.Ok && broken.Faults[0].Code == "unreadable" && broken.Faults[0].File == "odd.zip" && broken.Id == "", "what is no zip");
            Check.That(rt.VerifyPack(german, grant: new string[0]).Ok, "verified");
            using (Model m = rt.Load(ModelSource.OfPack(duel, new[] { german }))) Check.Same("Duel of the lantern mages", m.Name, "a model of a pack");
        }

        [Test]
        public static void AFolderOfPacks(Runtime rt)
        {
            string dir = Folder();
            try
            {
                RuntimeOptions options = Program.Options(rt.Transport is ProcessTransport ? TransportKind.Process : TransportKind.Native);
                options.Packs = dir;
                using (var own = Runtime.Open(options))
                {
                    PackList list = own.Packs();
                    Check.Same("more nim", string.Join(" ", list.Packs.Select(p => p.Id)), "packs");
                    Check.Same("unreadable", list.Faults[0].Code, "why not");
                    Check.Same("extend: adds to models of other packs", string.Join(", ", own.InspectPack("more").Capabilities.Select(c => c.Key + ": " + c.Value)), "capabilities");
                    using (Model plain = own.Load(ModelSource.OfPack("nim")))
                    using (Model more = own.Load(ModelSource.OfPack("nim@^1", new ContentPack[] { "more" }, "nim")))
                    using (Model again = own.Load(more.Source))
                        Check.That(plain.Hash != more.Hash && more.Hash == again.Hash, "what was added");
                    PackException e = Check.Throws<PackException>(() => own.Load(ModelSource.OfPack("nmi")));
                    Check.Same("unknown write 'nim'", e.Kind + " " + e.Details["fix"], "no such pack");
                }
                options.Capabilities = new string[0];
                using (var own = Runtime.Open(options))
                {
                    Check.Same("grant", own.VerifyPack(ContentPack.At(Path.Combine(dir, "more"))).Faults[0].Code, "not granted");
                    Check.Throws<PackException>(() => own.Load(ModelSource.OfPack("nim", new ContentPack[] { "more" })));
                }
                options.Capabilities = null;
                using (var own = Runtime.Open(options))
                {
                    PackException e = Check.Throws<PackException>(() => own.Load(ModelSource.OfPack("nim", new ContentPack[] { "more" }, grant: new string[0])));
                    Check.Same("grant", e.Kind, "not granted with the model");
                    using (Model more = own.Load(ModelSource.OfPack("nim", new ContentPack[] { "more" }, grant: new[] { "extend" }))) Check.That(more.Hash != null, "granted");
                }
                options.Demand = true;
                options.Trusted = new[] { "ed25519:" + Convert.ToBase64String(new byte[32]) };
                using (var own = Runtime.Open(options)) Check.Throws<PackException>(() => own.Load(ModelSource.OfPack("nim")));
            }
            finally { Directory.Delete(dir, true); }
        }
    }
}
