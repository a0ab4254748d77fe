import FFmpeg
import TestSupport
import Testing

@testable import Export

@Suite struct AlphaShaperTests {
    @Test(arguments: [
        "pal8", "rgba", "bgra", "gbrap", "yuva420p", "ya8", "yuva444p10le", "gbrap12le", "rgba64le", "rgba64be",
    ])
    func `Transparency is taken from frames of every format`(name: String) throws {
        let format = try #require(PixelFormat(named: name))
        #expect(format.isTransparent)
        let frame = try Frame.video(format, width: 32, height: 16)
        frame.clear()
        // Everything else has none.
        if format == .palette { frame.setPalette([0x40FF_0000]) }
        let graph = try FilterGraph.chain(AlphaShaper.extraction(from: format), for: frame)
        guard let taken = try graph.apply(to: frame) else {
            Issue.record("no frame comes out")
            return
        }
        #expect(taken.pixelFormat?.name.hasPrefix("gray") == true)
        let first = taken.withPlane(0) { $0[0] }
        #expect(first == (format == .palette ? 0x40 : 0))
    }
}
