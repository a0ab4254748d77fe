internal import CInBetween

/// How much two pictures differ where they differ most.
package enum Likeness {
    /// Blocks of what is the same differ by a grey level at most: encoders change repeated pictures a little.
    package static var mostSame: Int { 256 }

    /// The largest mean difference of two blocks of 16 by 16 samples, in 256ths of a grey level of 8 bits.
    ///
    /// - Parameters:
    ///   - first: The address of a plane's first sample, and bytes from row to row.
    ///   - second: The same of the other plane.
    ///   - width: In samples.
    ///   - height: In samples.
    ///   - bits: Of a sample; above 8 it has two bytes.
    ///   - enough: Where it is more than this, another such number may be given.
    /// - Returns: The difference.
    @unsafe package static func difference(
        _ first: (address: UnsafeRawPointer, stride: Int),
        _ second: (address: UnsafeRawPointer, stride: Int),
        width: Int,
        height: Int,
        bits: Int,
        enough: Int
    ) -> Int {
        let excess = UInt32(bits - 8)
        let largest = unsafe inbetween_largest_difference(
            first.address,
            first.stride,
            second.address,
            second.stride,
            width,
            height,
            bits > 8 ? 2 : 1,
            UInt32(enough) << excess
        )
        // Parts of a 256th are more than none.
        return Int((largest + (1 << excess) - 1) >> excess)
    }
}

extension Likeness {
    /// Whether one of two pictures is the other one once more, in all components: what changes may have the same brightness.
    static func areSame(_ first: Picture, _ second: Picture) -> Bool {
        let bits = first.format.bits - first.format.excess
        return switch (first.samples, second.samples) {
        case (.bytes(let first), .bytes(let second)): areSame(first, second, bits: bits)
        case (.words(let first), .words(let second)): areSame(first, second, bits: bits)
        default: false
        }
    }

    private static func areSame<Sample>(
        _ first: [PaddedPlane<Sample>],
        _ second: [PaddedPlane<Sample>],
        bits: Int
    ) -> Bool {
        zip(first, second).allSatisfy { first, second in
            unsafe difference(
                (UnsafeRawPointer(first.address(0, 0)), first.stride * MemoryLayout<Sample>.stride),
                (UnsafeRawPointer(second.address(0, 0)), second.stride * MemoryLayout<Sample>.stride),
                width: first.width,
                height: first.height,
                bits: bits,
                enough: mostSame
            ) <= mostSame
        }
    }
}
