internal import CInBetween

/// A picture as it is looked at: its samples, and luma in 8 bits.
package struct Picture: Sendable {
    package let format: PictureFormat
    let samples: Samples
    /// Of the leading component.
    let luma: LumaPyramid

    /// The planes of all components. Where samples have 8 bits, the leading one is that of the luma, too.
    enum Samples: Sendable {
        case bytes([PaddedPlane<UInt8>])
        /// In at most 14 bits.
        case words([PaddedPlane<UInt16>])
    }

    /// Copies samples.
    ///
    /// - Parameters:
    ///   - format: How they are stored.
    ///   - address: Gives the address of a row of a component. Samples of more than 8 bits have two bytes, in native order.
    @unsafe package init(_ format: PictureFormat, address: (_ component: Int, _ row: Int) -> UnsafeRawPointer) {
        self.format = format
        if format.bits == 8 {
            let planes = unsafe Self.planes(format, of: UInt8.self, address)
            samples = .bytes(planes)
            luma = LumaPyramid(planes[format.leading])
        } else {
            let planes = unsafe Self.planes(format, of: UInt16.self, address)
            samples = .words(planes)
            luma = LumaPyramid(Self.narrowed(planes[format.leading], format))
        }
    }

    @unsafe private static func planes<Sample>(
        _ format: PictureFormat,
        of type: Sample.Type,
        _ address: (_ component: Int, _ row: Int) -> UnsafeRawPointer
    ) -> [PaddedPlane<Sample>] {
        (0..<format.components).map { component in
            let (width, height) = format.size(of: component)
            let plane = PaddedPlane<Sample>(width: width, height: height)
            for row in 0..<height {
                let to = unsafe UnsafeMutableRawPointer(plane.address(0, row))
                unsafe to.copyMemory(from: address(component, row), byteCount: MemoryLayout<Sample>.stride * width)
                if format.excess > 0 {
                    unsafe inbetween_shift(to.assumingMemoryBound(to: UInt16.self), Int32(-format.excess), width)
                }
            }
            plane.extend()
            return plane
        }
    }

    /// A plane in 8 bits.
    private static func narrowed(_ plane: PaddedPlane<UInt16>, _ format: PictureFormat) -> PaddedPlane<UInt8> {
        let narrow = PaddedPlane<UInt8>(width: plane.width, height: plane.height)
        for row in 0..<narrow.height {
            unsafe inbetween_narrow(
                narrow.address(0, row),
                plane.address(0, row),
                Int32(format.bits - format.excess - 8),
                narrow.width
            )
        }
        narrow.extend()
        return narrow
    }
}
