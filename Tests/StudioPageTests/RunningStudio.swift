import BrowserSupport
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `overcrank studio` at work on a small clip whose frames show their numbers, and a page of it in a browser.
final class RunningStudio {
    let scratch: ScratchDirectory
    let clip: String
    let address: String
    private let command: RunningCommand

    /// Two seconds at 240 frames a second, in groups of 120, with a click each half second.
    static var clip: Clip {
        var clip = Clip("mp4", frames: 480, at: .fps(240))
        clip.frames?.keyInterval = 120
        clip.audioTracks = [Clip.Audio("aac", samples: 96_000)]
        return clip
    }

    /// Starts the studio with a clip, in a folder of its own: nothing of the user's is read or written.
    init(_ clip: Clip = RunningStudio.clip, in folder: ScratchDirectory? = nil) throws {
        scratch = try folder ?? ScratchDirectory()
        self.clip = folder == nil ? try clip.write(to: scratch) : scratch.file("clip.mp4")
        let environment = "XDG_STATE_HOME='\(scratch.path)/state' XDG_CONFIG_HOME='\(scratch.path)/config'"
        let words = ["studio", self.clip, "--no-open", "--folder", scratch.path, "--output-folder", scratch.path]
        command = try Command(within: "cd '\(scratch.path)' && \(environment) exec \"$@\"", words).start()
        address = try Self.address(saidBy: command)
    }

    deinit {
        command.signal(SIGTERM)
        do { _ = try command.wait() } catch { Issue.record(error, "the studio does not end") }
    }

    /// An edit that is kept, to be offered again.
    struct Kept: Decodable {
        struct Document: Decodable { var edits: [String] }
        var work: String
        var document: Document
    }

    /// The edits that are kept, the newest first. The page does not wait until one is.
    var kept: [Kept] {
        let path = scratch.file("state/overcrank/studio-edits.json")
        guard let bytes = try? ScratchDirectory.bytes(of: path) else { return [] }
        return (try? JSONDecoder().decode([Kept].self, from: Data(bytes))) ?? []
    }

    /// Waits until edits are kept, the newest first, and no others.
    func waitUntilKept(_ edits: [String]...) throws {
        do {
            try Patience.wait { kept.map(\.document.edits) == edits }
        } catch {
            throw PageError("kept is \(kept), not \(edits)")
        }
    }

    /// Ends it without a warning.
    func kill() { command.signal(SIGKILL) }

    /// Opens the page; with `lettingScriptsIn` for scripts of a test's own.
    func page(_ browser: Chromium, lettingScriptsIn: Bool = false) throws -> BrowserPage {
        try BrowserPage(
            address,
            in: browser,
            readyWhen: "document.body.dataset.ready === 'true' && \(Shown.isExact) && \(Shown.command) !== ''",
            lettingScriptsIn: lettingScriptsIn
        )
    }

    private static func address(saidBy command: RunningCommand) throws -> String {
        for _ in 0..<18_000 {
            let lines = try command.output.split(separator: "\n")
            if let start = lines.lazy.compactMap({ line in line.firstRange(of: "http://").map { line[$0.lowerBound...] }
            }).first {
                return String(start)
            }
            guard command.isRunning else { break }
            usleep(10_000)
        }
        throw PageError("no address: \(try command.errors)")
    }
}

/// What the page shows, in words of JavaScript: by what a person sees or a screen reader reads.
enum Shown {
    /// Whether the picture is the frame that is named.
    static let isExact = "document.getElementById('picture-a').ariaBusy === 'false'"

    /// The frame that the page names.
    static let frame = "parseInt(document.getElementById('frame').value)"

    /// The number that the picture itself carries (``FrameBarcode``), read from the canvas; `null` where it has none.
    static let barcode = """
        (() => {
          const picture = document.getElementById("picture-a");
          const { width, height } = picture;
          const canvas = new OffscreenCanvas(width, height);
          canvas.getContext("2d", { willReadFrequently: true }).drawImage(picture, 0, 0);
          const row = Math.floor(height - height / 36);
          const { data } = canvas.getContext("2d").getImageData(0, row, width, 1);
          let gray = 0;
          const bits = Array.from({ length: 32 }, (_, block) => data[4 * Math.floor((block + 0.5) * width / 32)] > 127 ? 1 : 0);
          if (bits.slice(0, 4).join("") !== "1011" || bits.slice(29).join("") !== "010") return null;
          for (const bit of bits.slice(4, 28)) gray = (gray << 1) | bit;
          for (const shift of [1, 2, 4, 8, 16]) gray ^= gray >> shift;
          return gray;
        })()
        """

    /// The command line that is shown.
    static let command = "document.getElementById('command').textContent"
}
