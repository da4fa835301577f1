package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/session"
)

func init() {
	register(&command{
		name: "pack", args: "build|inspect|verify|sign|keygen ...", summary: "make, look into, check and sign packs of content and of character rules", run: runPack,
		help: `Packs are folders or zips (docs/content-packs.md). Nothing in a pack runs here.

  pack build DIR [-o FILE]      makes a zip of a folder, with the hashes of its files in pack.yaml; the same
                                files give the same bytes (FILE: <id>-<version>.zip unless given)
  pack inspect PACK [--json]    says what is in a pack, what it may do, how large it is and who signed it
  pack verify PACK...           says whether packs are sound: paths, hashes, signatures, what they declare
  pack sign ZIP --key FILE      signs a pack with a secret; the zip is written anew, or -o FILE
  pack keygen NAME              makes a pair of keys: NAME.key, which is yours alone, and NAME.pub

Options of verify:
  --key KEY     it must be signed with this key: its text, or a file with it; may stand several times,
                and one of them is enough
  --grant LIST  it must not do more than this: capabilities with commas between them, or none
  --json        what is wrong as data

Examples:
  astragal pack build examples/packs/pool -o pool.zip
  astragal pack inspect pool.zip
  astragal pack keygen mine
  astragal pack sign pool.zip --key mine.key
  astragal pack verify pool.zip --key mine.pub --grant extend,act`,
	})
}

func runPack(std stdio, args []string) error {
	verbs := map[string]func(stdio, []string) error{"build": packBuild, "inspect": packInspect, "verify": packVerify, "sign": packSign, "keygen": packKeygen}
	if len(args) == 0 {
		return usage("say what to do: build, inspect, verify, sign or keygen")
	}
	run := verbs[args[0]]
	if run == nil {
		return usage("there is no 'pack %s'%s", args[0], meant(args[0], []string{"build", "inspect", "verify", "sign", "keygen"}))
	}
	return run(std, args[1:])
}

// openPack opens a pack and shows what is wrong with it.
func openPack(std stdio, path string) (*contentpack.Pack, error) {
	p, list, files := readPack(path)
	if err := showPackErrors(std, list, files); err != nil {
		return nil, err
	}
	if p == nil {
		return nil, errShown
	}
	return p, nil
}

// readPack opens a pack; the files are for excerpts.
func readPack(path string) (*contentpack.Pack, contentpack.Errors, diag.Files) {
	f, faults := packfile.Open(strings.TrimSuffix(path, "/"), packfile.Limits{})
	if faults != nil {
		return nil, pack.ErrorsOf(faults), nil
	}
	p, list := contentpack.Of(f)
	text, _ := f.Get("pack.yaml")
	return p, list, diag.Files{f.Name + "/pack.yaml": string(text)}
}

func showPackErrors(std stdio, list contentpack.Errors, files diag.Files) error {
	return diag.Render(std.err, list.List(), files, isTerminal(std.err))
}

func packBuild(std stdio, args []string) error {
	f := newFlags("pack")
	out := f.String("o", "", "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	files, faults := packfile.Open(strings.TrimSuffix(rest[0], "/"), packfile.Limits{})
	if faults != nil {
		if err := showPackErrors(std, pack.ErrorsOf(faults), nil); err != nil {
			return err
		}
		return errShown
	}
	text, _ := files.Get("pack.yaml")
	zip, p, list := contentpack.Build(files)
	if err := showPackErrors(std, list, diag.Files{files.Name + "/pack.yaml": string(text)}); err != nil {
		return err
	}
	if p == nil {
		return errShown
	}
	name := *out
	if name == "" {
		name = p.ID + "-" + p.Version.String() + ".zip"
	}
	if err := os.WriteFile(name, zip, 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s: %s, %s, %s bytes\n", printable(name), printable(p.String()), counted(len(p.Files.Paths()), "file"), grouped(int64(len(zip))))
	return err
}

func packInspect(std stdio, args []string) error {
	f := newFlags("pack")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	p, list, files := readPack(rest[0])
	if *asJSON {
		out := struct {
			OK     bool                `json:"ok"`
			Pack   *contentpack.Report `json:"pack,omitempty"`
			Errors []pack.ErrorReport  `json:"errors"`
		}{p != nil, nil, list.Report()}
		if p != nil {
			out.Pack = p.Report()
		}
		err = writeJSON(std.out, out)
	} else if err = showPackErrors(std, list, files); err == nil && p != nil {
		err = p.Report().Text(std.out)
	}
	if err == nil && p == nil {
		return errShown
	}
	return err
}

func packSign(std stdio, args []string) error {
	f := newFlags("pack")
	key, out := f.String("key", "", ""), f.String("o", "", "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	if *key == "" {
		return usage("name the secret with --key")
	}
	text, err := readFile(*key)
	if err != nil {
		return err
	}
	secret, err := contentpack.ParseSecret(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", *key, err)
	}
	p, err := openPack(std, rest[0])
	if err != nil {
		return err
	}
	sig, err := contentpack.Sign(p, secret)
	if err != nil {
		return err
	}
	switch {
	case p.Files.Zipped && *out == "":
		*out = rest[0]
	case !p.Files.Zipped && *out == "":
		err = os.WriteFile(filepath.Join(rest[0], pack.SignatureFile), []byte(sig), 0o644)
	}
	if *out != "" {
		err = os.WriteFile(*out, contentpack.WithSignatures(p, sig), 0o644)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s is signed by %s\n", printable(p.String()), secret.Key())
	return err
}

func packKeygen(std stdio, args []string) error {
	rest, err := newFlags("pack").parse(args, 1, 1)
	if err != nil {
		return err
	}
	secret, err := contentpack.NewSecret(nil)
	if err != nil {
		return err
	}
	if err := secret.Write(rest[0]); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s\n%s.key signs packs: keep it to yourself. Give %s.pub away.\n", secret.Key(), printable(rest[0]), printable(rest[0]))
	return err
}

// grants reads --grant.
func grants(text string) ([]string, error) {
	out := []string{}
	if text == "none" {
		return out, nil
	}
	for _, name := range strings.Split(text, ",") {
		if !contentpack.IsCapability(name) {
			var known []string
			for _, c := range pack.Capabilities {
				known = append(known, c.Name)
			}
			return nil, usage("there is no capability '%s'; there are %s, or none of them with 'none'", name, strings.Join(known, ", "))
		}
		out = append(out, name)
	}
	return out, nil
}

func packVerify(std stdio, args []string) error {
	f := newFlags("pack")
	asJSON := f.Bool("json", false, "")
	grant := f.String("grant", "", "")
	host := contentpack.Policy{Engine: session.EngineVersion}
	f.Func("key", "", func(text string) error {
		if !strings.HasPrefix(text, "ed25519:") {
			b, err := readFile(text)
			if err != nil {
				return err
			}
			text = string(b)
		}
		k, err := contentpack.ParseKey(text)
		host.Trusted, host.Demand = append(host.Trusted, k), true
		return err
	})
	rest, err := f.parse(args, 1, -1)
	if err != nil {
		return err
	}
	if *grant != "" {
		if host.Grant, err = grants(*grant); err != nil {
			return err
		}
	}
	all := contentpack.Errors{}
	sound := true
	for _, path := range rest {
		p, list, files := readPack(path)
		if p != nil {
			list = append(list, p.Admit(host)...)
		}
		all = append(all, list...)
		sound = sound && p != nil && !list.Any()
		if *asJSON {
			continue
		}
		if err := diag.Render(std.out, list.List(), files, isTerminal(std.out)); err != nil {
			return err
		}
		if p != nil && !list.Any() {
			if err := verified(std, path, p); err != nil {
				return err
			}
		}
	}
	if *asJSON {
		err = writeJSON(std.out, struct {
			OK     bool               `json:"ok"`
			Errors []pack.ErrorReport `json:"errors"`
		}{sound, all.Report()})
	}
	if err == nil && !sound {
		return errShown
	}
	return err
}

func verified(std stdio, path string, p *contentpack.Pack) error {
	var who []string
	for _, k := range p.Signed {
		who = append(who, k.String())
	}
	by := "signed by nobody"
	if len(who) > 0 {
		by = "signed by " + strings.Join(who, ", ")
	}
	listed := "its files are those that it lists"
	if !p.Listed {
		listed = "it lists no files"
	}
	may := "declares no capability"
	if len(p.Capabilities) > 0 {
		may = "may " + strings.Join(p.Capabilities, ", ")
	}
	_, err := fmt.Fprintf(std.out, "%s: %s is sound: %s, %s, %s\n", printable(path), printable(p.String()), listed, by, may)
	return err
}
