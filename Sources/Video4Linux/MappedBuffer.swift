internal import CVideo4Linux
internal import Glibc

/// A piece of the driver's memory where frames arrive, mapped into this process for as long as the object lives.
/// Its bytes are only lent, within its bounds: that makes it safe.
@safe final class MappedBuffer {
    private let bytes: UnsafeMutableRawBufferPointer
    private let isConverted: Bool

    /// Maps a piece of a device's memory by the driver's name for it.
    init(_ device: borrowing Device, length: Int, offset: Int64) throws(Video4LinuxError) {
        isConverted = device.isConverting
        let address =
            isConverted
            ? unsafe v4l2_mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, offset)
            : unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, Int(offset))
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw Video4LinuxError("mmap", on: device.node, errno: errno)
        }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: address, count: length)
    }

    deinit {
        if isConverted {
            unsafe v4l2_munmap(bytes.baseAddress, bytes.count)
        } else if let address = unsafe bytes.baseAddress {
            unsafe munmap(address, bytes.count)
        }
    }

    /// Lends what lies in a range of it; what a driver says beyond its end is left out.
    func withBytes<Result>(_ range: Range<Int>, _ body: (borrowing RawSpan) -> Result) -> Result {
        let range = unsafe range.clamped(to: 0..<bytes.count)
        return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[range]).bytes)
    }
}
