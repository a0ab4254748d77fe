import FoundationEssentials
import TestSupport
import Testing

/// What shells offer when Tab is pressed, by the scripts that the command makes for them.
@Suite struct CompletionTests {
    let scratch: ScratchDirectory
    let directory: String

    init() throws {
        scratch = try ScratchDirectory()
        directory = try Command.directory
        for name in ["clip.mp4", "mine.yaml", "notes.txt"] { _ = try scratch.write([], to: name) }
    }

    private static let offers: [(line: String, offered: Set<String>)] = [
        ("overcrank ex", ["export"]),
        ("overcrank help ex", ["export"]), ("overcrank help pre", ["presets"]), ("overcrank help presets sh", ["show"]),
        ("overcrank help export ", []), ("overcrank help presets show ", []),
        ("overcrank export clip.mp4 --preset half", ["half-speed"]),
        ("overcrank export clip.mp4 --preset mi", ["mine.yaml"]),
        ("overcrank presets show voi", ["voice"]),
        ("overcrank export clip.mp4 --video-codec h", ["h264", "hevc"]),
        ("overcrank export clip.mp4 --audio-codec ", ["aac", "opus", "flac", "vorbis", "pcm"]),
        ("overcrank export clip.mp4 --encoder-preset very", ["veryfast", "veryslow"]),
        ("overcrank export clip.mp4 --pitch sp", ["spectral", "spectral:fast", "spectral:rubberband"]),
        ("overcrank compare clip.mp4 --algorithms spectral,ti", ["spectral,time-domain"]),
        ("overcrank export clip.mp4 -o cl", ["clip.mp4"]),
        ("overcrank export clip.mp4 -o n", []),
        ("overcrank stills clip.mp4 --format j", ["jpeg"]),
        ("overcrank record syn", ["synthetic"]),
        ("overcrank probe syn", ["synthetic"]),
        ("overcrank record synthetic --video-codec c", ["copy"]),
        ("overcrank export clip.mp4 --video-codec prores:l", ["lt"]),
        ("overcrank export clip.mp4 --pitch spectral:", ["fast", "rubberband"]),
        ("overcrank compare clip.mp4 --algorithms time-domain,spectral:f", ["fast"]),
        ("overcrank record synthetic --trigger audio:", ["-20dB"]),
        ("overcrank export clip.mp4 --text a:b --encoder-preset very", ["veryfast", "veryslow"]),
    ]

    @Test(arguments: offers)
    func `bash offers values`(line: String, offered: Set<String>) throws {
        let script = try completions(of: "bash")
        let outcome = try Program(
            "bash",
            [
                "--norc", "-c",
                """
                cd "$1"; PATH="$2:$PATH"; source "$3"
                COMP_LINE="$4"; COMP_POINT=${#4}
                # A colon is a word of its own, unless a user has said otherwise.
                read -ra COMP_WORDS <<<"${4//:/ : }"; [[ "$4" = *" " ]] && COMP_WORDS+=("")
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
                word="${COMP_WORDS[COMP_CWORD]}"
                _overcrank_joined overcrank "${word#:}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """,
                "bash", scratch.path, directory, script, line,
            ]
        ).run()
        #expect(outcome.errors.isEmpty)
        #expect(Set(outcome.output.split(separator: "\n").map(String.init)) == offered)
    }

    @Test(arguments: ["zsh", "fish"])
    func `Other shells' scripts are well-formed`(shell: String) throws {
        let script = try completions(of: shell)
        let text = String(decoding: try ScratchDirectory.bytes(of: script), as: UTF8.self)
        for value in ["h264", "ultrafast", "passthrough/2"] { #expect(text.contains(value)) }
        guard Program.isThere(shell) else { return }
        let outcome = try Program(shell, ["-n", script]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(arguments: [
        ("bash", "export", "--pitch", "spectral:fast"), ("zsh", "export", "--pitch", #"spectral\:fast"#),
        ("fish", "export", "--pitch", "spectral:fast"), ("zsh", "record", "--trigger", #"audio\:-20dB"#),
    ])
    func `A colon is escaped where the shell takes it for the beginning of a description`(
        shell: String,
        command: String,
        option: String,
        offered: String
    ) throws {
        let outcome = try Command(
            within: #"SAP_SHELL=\#(shell) exec "$@""#,
            ["---completion", command, "--", option, "4", "0", "overcrank", command, "clip", option, ""]
        ).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").contains(offered[...]), "\(outcome.output)")
    }

    /// The path of a shell's script.
    private func completions(of shell: String) throws -> String {
        let outcome = try Command(["--generate-completion-script", shell]).run()
        try #require(outcome.status == 0)
        return try scratch.write(outcome.output.utf8, to: ".completions")
    }
}
