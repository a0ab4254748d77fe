internal import Glibc
internal import MediaSyntax

/// Reads payloads out of a file, as much of them as somebody looks at. Small ones that lie near each other are read together.
@safe
final class PayloadReader {
    private let descriptor: Int32
    private let units: NALUnits?
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The part of the file that is in memory as a whole.
    private var window = 0..<0
    /// The payload of which the heads are in memory.
    private var heads = 0..<0

    /// Smaller payloads are read as a whole, together with what lies behind them.
    private static let smallSize = 32 << 10
    private static let windowSize = 512 << 10
    /// In front of a frame's units are parameter sets and supplemental information: mostly no more than that, in bytes. Each line of it that is not in the processor's cache costs as much as the call.
    private static let headSize = 512
    /// Of a frame's unit, more than is looked at.
    private static let sliceHeadSize = 128

    /// Of an open file. `units` says how payloads are divided; without it they are read as a whole.
    init(_ descriptor: Int32, units: NALUnits?) {
        self.descriptor = descriptor
        self.units = units
    }

    deinit { unsafe free(memory) }

    /// A payload in memory, until the next one is asked for; an empty one where it cannot be read.
    func payload(at offset: Int, count: Int, headsOnly: Bool) -> UnsafeBufferPointer<UInt8> {
        let range = offset..<offset + count
        if range.lowerBound >= window.lowerBound, range.upperBound <= window.upperBound {
            return unsafe bytes(from: offset - window.lowerBound, count)
        }
        if count <= Self.smallSize {
            let got = read(offset, 0, most: Self.windowSize)
            (window, heads) = (offset..<offset + got, 0..<0)
            return unsafe bytes(from: 0, got >= count ? count : 0)
        }
        if headsOnly, let units, case .lengths(let size) = units.framing {
            if heads == range { return unsafe bytes(from: 0, count) }
            window = 0..<0
            if readHeads(offset, count, units.codec, size) {
                heads = range
                return unsafe bytes(from: 0, count)
            }
        }
        heads = 0..<0
        let isWhole = read(offset, 0, least: count)
        window = isWhole ? range : 0..<0
        return unsafe bytes(from: 0, isWhole ? count : 0)
    }

    /// Reads the head of each unit, and what is no part of a frame as a whole; `false` where units do not fit, where there is no
    /// frame, or where reading fails.
    private func readHeads(_ offset: Int, _ count: Int, _ codec: NALCodec, _ size: Int) -> Bool {
        var known = min(Self.headSize, count)
        guard read(offset, 0, least: known, room: count), let memory = unsafe memory else { return false }
        var hasSlice = false
        var position = 0
        while count - position >= 4 {
            let start = position + size
            if start + Self.sliceHeadSize > known || start > count {
                let end = min(count, start + Self.sliceHeadSize)
                guard end > position, read(offset + position, position, least: end - position) else { return false }
                known = min(known, position)
            }
            var length = 0
            for index in 0..<size {
                length = unsafe length << 8 | Int(memory.load(fromByteOffset: position + index, as: UInt8.self))
            }
            guard start <= count, length > 0, length <= count - start else { return false }
            let unit = unsafe UnsafeBufferPointer(
                start: (memory + start).assumingMemoryBound(to: UInt8.self),
                count: length
            )
            let isSlice = unsafe NALUnitHeader(Span(_unsafeElements: unit), at: 0, codec: codec)?.isSlice ?? false
            if isSlice {
                hasSlice = true
            } else if start + length > known {
                guard read(offset + start, start, least: length) else { return false }
            }
            position = start + length
        }
        // The last bytes may end a sequence.
        let tail = max(0, count - Self.tailSize)
        return hasSlice && read(offset + tail, tail, least: count - tail)
    }

    private static let tailSize = 8

    private func bytes(from start: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
        guard count > 0, let memory = unsafe memory else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        return unsafe UnsafeBufferPointer(start: (memory + start).assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// Reads a part of the file to a place in memory, where there is room for so many bytes in all; `false` where the file ends
    /// before that.
    private func read(_ offset: Int, _ place: Int, least count: Int, room: Int = 0) -> Bool {
        read(offset, place, most: count, room: room) == count
    }

    /// Reads so many bytes, or fewer where the file ends before.
    private func read(_ offset: Int, _ place: Int, most count: Int, room: Int = 0) -> Int {
        guard reserve(max(room, place + count)), let memory = unsafe memory else { return 0 }
        return unsafe FileRead.fill(memory + place, count, of: descriptor, at: off_t(offset))
    }

    private func reserve(_ count: Int) -> Bool {
        guard count > capacity else { return true }
        guard let larger = unsafe realloc(memory, count) else { return false }
        unsafe memory = larger
        capacity = count
        return true
    }
}
