import Export
import Glibc
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// A file that somebody writes to while it is exported.
@Suite struct ChangedInputTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    enum Change: CaseIterable { case none, grown, headed, longer, shorter, overwritten, replaced, removed }

    @Test(arguments: Change.allCases, ["mp4", "mkv"])
    func `What was planned for another file is not kept`(change: Change, container: String) throws {
        let path = try Clip("mkv", frames: 24, at: .fps(120)).write(to: scratch)
        let plan = try Retime(.rate(1, 2)).plan(path, for: container == "mp4" ? .mp4 : .mkv)
        let bytes = try ScratchDirectory.bytes(of: path)
        switch change {
        case .none: break
        case .grown: _ = try scratch.write(bytes + [0xEC, 0x80], to: "clip.mkv")
        // A recording that ends writes its header anew.
        case .headed:
            var bytes = bytes + [0xEC, 0x80]
            bytes[try #require(bytes.firstRange(of: Array("Lavf".utf8))).lowerBound] = UInt8(ascii: "M")
            _ = try scratch.write(bytes, to: "clip.mkv")
        case .longer:
            var clip = Clip("mkv", frames: 60, at: .fps(120))
            clip.frames?.width = 640
            clip.frames?.height = 360
            _ = try scratch.write(ScratchDirectory.bytes(of: clip.write(to: scratch, as: "long")), to: "clip.mkv")
        case .shorter: _ = try scratch.write(bytes.dropLast(), to: "clip.mkv")
        case .overwritten:
            // The clock of a file system may tick but a hundred times a second.
            usleep(20_000)
            _ = try scratch.write(bytes, to: "clip.mkv")
        case .replaced:
            let other = try scratch.write(bytes, to: "other.mkv")
            try #require(unsafe rename(other, path) == 0)
        case .removed: break
        }
        let output = scratch.file("result.\(container)")
        func export() throws {
            _ = try Exporter(plan: plan).run(to: output) { _ in if change == .removed { _ = unsafe unlink(path) } }
        }
        let words: String? =
            switch change {
            case .none, .grown, .headed, .removed: nil
            case .longer, .shorter, .overwritten: "was written to"
            case .replaced: "was replaced by another file"
            }
        guard let words else {
            try export()
            #expect(try ClipReader(output).packets[0].count == 24)
            return
        }
        let error = #expect(throws: ExportError.self) { try export() }
        #expect(error?.code == .inputUnreadable)
        #expect(error?.message == "\(path) \(words) while it was exported: nothing is kept")
        #expect(!(try scratch.contents.contains("result.\(container)")))
    }
}
