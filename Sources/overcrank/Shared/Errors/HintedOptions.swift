/// Which options a subcommand has against errors that several subcommands meet: a hint names no other.
struct HintedOptions {
    /// What leaves out a part of the clip's time.
    var trim = "--trim"
    /// Whether `--snap` chooses a rate that an algorithm has.
    var snaps = true
    /// Whether `--verify none` keeps a result that is not what was planned.
    var verifies = true
    /// How the result gets another place.
    var elsewhere = "with -o"

    /// Those of `export`, and of what is like it.
    static let export = HintedOptions()
    /// Those of `side-by-side`.
    static let sideBySide = HintedOptions(trim: "--trim-a or --trim-b", snaps: false, verifies: false)
    /// Those of `demo`.
    static let demo = HintedOptions(verifies: false, elsewhere: "in another folder")
}
