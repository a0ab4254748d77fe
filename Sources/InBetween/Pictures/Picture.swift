internal import CInBetween

/// A picture as it is looked at: its samples, and luma in 8 bits.
package struct Picture: Sendable {
    package let format: PictureFormat
    /// Of each component, in at most 14 bits.
    let planes: [PaddedPlane<UInt16>]
    /// Of the leading component.
    let luma: LumaPyramid

    /// Copies samples.
    ///
    /// - Parameters:
    ///   - format: How they are stored.
    ///   - address: Gives the address of a row of a component. Samples of more than 8 bits have two bytes, in native order.
    @unsafe package init(_ format: PictureFormat, address: (_ component: Int, _ row: Int) -> UnsafeRawPointer) {
        self.format = format
        var planes: [PaddedPlane<UInt16>] = []
        for component in 0..<format.components {
            let (width, height) = format.size(of: component)
            let plane = PaddedPlane<UInt16>(width: width, height: height)
            for row in 0..<height {
                let bytes = unsafe address(component, row)
                if format.bits > 8 {
                    unsafe UnsafeMutableRawPointer(plane.address(0, row)).copyMemory(from: bytes, byteCount: 2 * width)
                    unsafe inbetween_shift(plane.address(0, row), Int32(-format.excess), width)
                } else {
                    unsafe inbetween_widen(plane.address(0, row), bytes.assumingMemoryBound(to: UInt8.self), width)
                }
            }
            plane.extend()
            planes.append(plane)
        }
        self.planes = planes
        let leading = planes[format.leading]
        let luma = PaddedPlane<UInt8>(width: leading.width, height: leading.height)
        for row in 0..<luma.height {
            unsafe inbetween_narrow(
                luma.address(0, row),
                leading.address(0, row),
                Int32(format.bits - format.excess - 8),
                luma.width
            )
        }
        luma.extend()
        self.luma = LumaPyramid(luma)
    }
}
