public import MediaTime

/// What the synthetic camera films: the same video and audio for the same frame and sample, on every machine.
///
/// A ball bounces once a click, before a wheel that turns too fast for 30 frames a second. Every frame carries its
/// frame number twice, for people in figures and for programs as a ``FrameBarcode``, and a square at the top right is
/// white in every frame during which a click sounds. The colours are those of screens (sRGB).
///
/// It is a value without a clock: any frame and any sample may be asked for, in any order. When which is delivered, and
/// what goes wrong on the way, is up to the camera that films it.
public struct SyntheticScene: Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows of a frame.
    public let height: Int
    /// Frame *k* shows the instant *k* ÷ rate.
    public let frameRate: FrameRate
    /// Samples a second of each channel.
    public let sampleRate: Int
    /// Channels of audio.
    public let channels: Int
    /// How colours become samples.
    public let coding: ColourCoding
    /// Decides what is left to chance: the grain of the backdrop and how drops fly. Timing does not depend on it.
    public let seed: UInt64

    /// The smallest frame in which all of it can be read; of a rate with a long name (60000/1001), for the first 99 seconds.
    public static let smallestSize = (width: 320, height: 180)
    /// Sample rates at which the click and every channel's tone can be told apart.
    public static let sampleRates = 8_000...192_000
    /// Numbers of channels.
    public static let channelCounts = 1...8

    let layout: SceneLayout
    private let backdrop: Backdrop

    /// Prepares a scene; the backdrop is drawn here.
    ///
    /// - Precondition: the frame is no smaller than ``smallestSize``, the sample rate is one of ``sampleRates`` and the
    ///   number of channels one of ``channelCounts``.
    /// - Complexity: O(width x height).
    public init(
        width: Int = 640,
        height: Int = 360,
        frameRate: FrameRate,
        sampleRate: Int = 48_000,
        channels: Int = 2,
        coding: ColourCoding = .bt709,
        seed: UInt64 = 0
    ) {
        precondition(
            width >= Self.smallestSize.width && height >= Self.smallestSize.height,
            "a synthetic frame is at least \(Self.smallestSize.width)x\(Self.smallestSize.height)"
        )
        precondition(Self.sampleRates.contains(sampleRate), "a sample rate is within \(Self.sampleRates)")
        precondition(Self.channelCounts.contains(channels), "there are \(Self.channelCounts) channels")
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.sampleRate = sampleRate
        self.channels = channels
        self.coding = coding
        self.seed = seed
        layout = SceneLayout(width: width, height: height)
        backdrop = Backdrop(width: width, height: height, layout: layout, coding: coding, seed: seed)
    }

    /// Draws one plane of a frame, 8 bits a sample. Samples between the rows are left alone.
    ///
    /// - Parameters:
    ///   - number: the frame's number, from 0.
    ///   - plane: which plane the samples belong to.
    ///   - samples: at least `stride` for every row but the last, and that row.
    ///   - stride: samples from the start of one row to the next.
    /// - Complexity: O(width x height), most of it the copy of the backdrop.
    public func render(
        frame number: Int64,
        _ plane: FramePlane,
        into samples: inout MutableSpan<UInt8>,
        stride: Int
    ) {
        let canvas = PlaneCanvas(
            plane: plane,
            columns: plane.columns(ofWidth: width),
            rows: plane.rows(ofHeight: height),
            stride: stride,
            coding: coding
        )
        precondition(number >= 0, "frames are counted from zero")
        precondition(
            stride >= canvas.columns && samples.count >= (canvas.rows - 1) * stride + canvas.columns,
            "the samples have room for a plane"
        )

        let seconds = seconds(ofFrame: number)
        backdrop.copy(to: canvas, in: &samples)
        Wheel(turns: seconds * Wheel.turnsPerSecond, centre: layout.wheelCentre, radius: layout.wheelRadius)
            .draw(on: canvas, in: &samples)
        Ball(beat: seconds / Self.clickInterval.seconds, layout: layout, seed: seed)
            .draw(on: canvas, in: &samples)
        drawCaptions(ofFrame: number, on: canvas, in: &samples)
        drawFlash(ofFrame: number, on: canvas, in: &samples)
        canvas.drawBarcode(of: number, width: width, height: height, in: &samples)
    }

    /// The frame's instant for drawing, rounded once: after a day still to a ten-thousandth of a microsecond. Whatever
    /// is read or measured (figures, barcode, flash) is worked out in whole numbers instead.
    private func seconds(ofFrame number: Int64) -> Double {
        Double(number) * Double(frameRate.denominator) / Double(frameRate.numerator)
    }

    private func drawFlash(ofFrame number: Int64, on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        canvas.fill(layout.flash, .black, opacity: 0.35, in: &samples)
        if isClickSounding(duringFrame: number) { canvas.fill(layout.flash, .white, in: &samples) }
    }
}
