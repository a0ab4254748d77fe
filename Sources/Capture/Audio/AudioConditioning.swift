public import MediaTime

/// What is done to a microphone's audio before it is stored.
public struct AudioConditioning: Hashable, Sendable {
    /// How much louder, in decibels, from −60 to 60; negative is softer. What goes beyond full scale is cut off.
    public var gain: Double
    /// The channel, counted from 0, that is stored in both of two channels; `nil` to keep all of the microphone's apart. A
    /// microphone with one channel is always stored in two.
    public var source: Int?

    /// As the microphone delivers it.
    public init(gain: Double = 0, source: Int? = nil) {
        self.gain = gain
        self.source = source
    }

    /// The gains that can be asked for, in decibels.
    static let gains = -60.0...60.0

    /// Reads a gain: `6`, `-3.5dB`.
    ///
    /// - Throws: `ParseError` for any other text, and beyond 60 dB.
    public static func gain(parsing text: String) throws(ParseError) -> Double {
        let number = text.hasSuffix("dB") ? text.dropLast(2) : text[...]
        guard let gain = Double(number), gains.contains(gain) else {
            throw ParseError(text, "a gain is written 6dB or -3.5dB, from -60dB to 60dB")
        }
        return gain
    }
}
