import Capture
import MediaTime
import TestSupport
import Testing

@testable import overcrank

/// What a command line says of a camera's format, over what a preset says.
@Suite struct FormatOptionsTests {
    private static let small = FrameSize(width: 640, height: 480)
    private static let large = FrameSize(width: 1280, height: 720)

    @Test func `What is left open is filled`() {
        var (line, preset) = (FormatPreferences(), FormatPreferences())
        line.frameRate = .fps(120)
        (preset.frameRate, preset.minimumSize) = (.fps(240), Self.small)
        let preferences = line.filled(from: preset)
        #expect(preferences.frameRate == .fps(120))
        #expect(preferences.minimumSize == Self.small)
    }

    @Test func `A size and a least size are one wish`() {
        var (exact, least) = (FormatPreferences(), FormatPreferences())
        exact.size = Self.small
        least.minimumSize = Self.large
        #expect(exact.filled(from: least) == exact)
        #expect(least.filled(from: exact) == least)
    }
}
