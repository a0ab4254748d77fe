import MediaTime
import Testing

@testable import Capture

/// Which mode the synthetic camera is recorded in.
@Suite struct SyntheticModeTests {
    private static func wish(_ format: String?, _ size: FrameSize?, _ rate: FrameRate?) -> FormatPreferences {
        var wish = FormatPreferences()
        (wish.format, wish.size, wish.frameRate) = (format.flatMap { FourCharacterCode($0) }, size, rate)
        return wish
    }

    private static let (large, usual) = (FrameSize(width: 1280, height: 720), FrameSize(width: 640, height: 360))
    private static let small = FrameSize(width: 320, height: 180)

    @Test(
        arguments: [
            (wish(nil, nil, nil), "MJPG", usual, 240), (wish(nil, small, nil), "MJPG", small, 240),
            (wish("YUYV", nil, nil), "YUYV", usual, 240), (wish(nil, nil, FrameRate(100)), "MJPG", usual, 100),
            // What is usual gives way to the wished rate: first the coding, then the size, then both.
            (wish(nil, nil, FrameRate(480)), "YU12", usual, 480), (wish(nil, nil, FrameRate(400)), "YU12", usual, 400),
            (wish("YUYV", nil, FrameRate(1000)), "YUYV", small, 1000),
            (wish(nil, small, FrameRate(1000)), "YUYV", small, 1000),
            (wish(nil, nil, FrameRate(700)), "YUYV", small, 700),
            // What is asked for does not: the nearest is taken, and said.
            (wish("MJPG", small, FrameRate(1000)), "MJPG", small, 240),
            (wish(nil, large, FrameRate(1000)), "YU12", large, 120),
            (wish(nil, nil, FrameRate(5000)), "YUYV", small, 1000),
        ] as [(FormatPreferences, String, FrameSize, Int32)]
    )
    func `The usual mode gives way to what is wanted`(
        wish: FormatPreferences,
        format: String,
        size: FrameSize,
        rate: Int32
    ) throws {
        let mode = try SyntheticCamera.mode(for: wish)
        #expect(mode.format.description == format)
        #expect(mode.size == size)
        #expect(mode.frameDuration == RationalTime(1, rate))
    }

    @Test func `At least so large, at any rate that it reaches`() throws {
        var wish = FormatPreferences()
        (wish.minimumSize, wish.frameRate) = (Self.usual, FrameRate(100))
        let mode = try SyntheticCamera.mode(for: wish)
        #expect(mode.size.width >= Self.usual.width)
        #expect(mode.frameDuration == RationalTime(1, 100))
    }

    @Test func `A size that it lacks is refused without a word of what is usual`() throws {
        let error = #expect(throws: CaptureError.self) {
            try SyntheticCamera.mode(for: Self.wish(nil, FrameSize(width: 100, height: 100), nil))
        }
        #expect(error?.message.hasPrefix("the camera has no frames of 100x100, but ") == true)
    }
}
