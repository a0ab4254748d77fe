/// `clap`: which part of a frame is to be shown (ISO/IEC 14496-12, 12.1.4): its size, and how far its middle lies from that of the frame,
/// in pixels, as fractions.
package struct CleanApertureBox: Hashable, Sendable {
    /// What is cropped of frames of a size, rounded to whole pixels; `nil` where nothing is.
    package let edges: CroppedEdges?

    /// `nil` where it is cut short, or a divisor is zero.
    init?(_ payload: ArraySlice<UInt8>, ofWidth width: Int, height: Int) {
        var reader = ByteReader(payload)
        func fraction() -> Double? {
            guard let numerator = reader.uint32(), let denominator = reader.uint32(), denominator > 0 else {
                return nil
            }
            return Double(Int32(bitPattern: numerator)) / Double(denominator)
        }
        guard let columns = fraction(), let rows = fraction(), let right = fraction(), let down = fraction() else {
            return nil
        }
        func cropped(_ size: Int, _ shown: Double, _ offset: Double) -> (before: Int, after: Int) {
            let (before, last) = (((Double(size) - shown) / 2 + offset).rounded(), Double(size) - shown)
            return (Int(before), Int((last - before).rounded()))
        }
        let (across, along) = (cropped(width, columns, right), cropped(height, rows, down))
        edges = CroppedEdges(left: across.before, top: along.before, right: across.after, bottom: along.after)
    }
}
