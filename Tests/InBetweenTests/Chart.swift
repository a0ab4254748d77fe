import Glibc
import InBetween

/// A picture of known motion: a pattern, and its samples in bytes as a decoder would give them.
struct Chart {
    let format: PictureFormat
    /// Of each component, in native order.
    var bytes: [[UInt8]]

    /// Draws a grey level between 0 and 1 at each place, given in samples of luma; chroma gets a half of it.
    init(_ format: PictureFormat, _ level: (_ x: Double, _ y: Double) -> Double) {
        self.format = format
        bytes = (0..<format.components).map { component in
            let (width, height) = format.size(of: component)
            let (right, down) = component == 0 ? (0, 0) : (format.horizontalShift, format.verticalShift)
            let most = Double(1 << format.bits - 1)
            var bytes: [UInt8] = []
            for row in 0..<height {
                for column in 0..<width {
                    let value = level(Double(column << right), Double(row << down)) * (component == 0 ? 1 : 0.5)
                    let sample = UInt16(max(0, min(most, (value * most).rounded())))
                    bytes.append(UInt8(truncatingIfNeeded: sample))
                    if format.bits > 8 { bytes.append(UInt8(sample >> 8)) }
                }
            }
            return bytes
        }
    }

    /// Zero everywhere.
    init(_ format: PictureFormat) { self.init(format) { _, _ in 0 } }

    private func rowBytes(_ component: Int) -> Int { format.size(of: component).width * (format.bits > 8 ? 2 : 1) }

    var picture: Picture {
        var places = unsafe [UnsafeMutableRawPointer]()
        for samples in bytes {
            let place = UnsafeMutableRawPointer.allocate(byteCount: samples.count, alignment: 16)
            unsafe place.copyMemory(from: samples, byteCount: samples.count)
            unsafe places.append(place)
        }
        defer { for index in bytes.indices { unsafe places[index].deallocate() } }
        let widths = bytes.indices.map(rowBytes)
        return unsafe Picture(format) { component, row in
            unsafe UnsafeRawPointer(places[component]) + row * widths[component]
        }
    }

    /// What a method makes at an instant between two pictures that it was given.
    init(_ method: some InBetweenMethod, at instant: Int, _ format: PictureFormat) {
        self.init(format)
        var places = unsafe [UnsafeMutableRawPointer]()
        for component in bytes.indices {
            let place = UnsafeMutableRawPointer.allocate(byteCount: bytes[component].count, alignment: 16)
            unsafe places.append(place)
        }
        let widths = bytes.indices.map(rowBytes)
        nonisolated(unsafe) let rows = unsafe places
        unsafe method.make(at: instant) { component, row in unsafe rows[component] + row * widths[component] }
        for component in bytes.indices {
            let count = bytes[component].count
            bytes[component] = unsafe [UInt8](UnsafeRawBufferPointer(start: places[component], count: count))
            unsafe places[component].deallocate()
        }
    }

    /// A component's samples.
    func samples(_ component: Int) -> [Int] {
        guard format.bits > 8 else { return bytes[component].map(Int.init) }
        return stride(from: 0, to: bytes[component].count, by: 2).map {
            Int(bytes[component][$0]) | Int(bytes[component][$0 + 1]) << 8
        }
    }

    /// The signal-to-noise ratio to another chart, in decibels, of the inner part of a component.
    func likeness(to other: Chart, _ component: Int = 0, border: Int = 16) -> Double {
        let (width, height) = format.size(of: component)
        let (own, its) = (samples(component), other.samples(component))
        var (sum, count) = (0.0, 0.0)
        for row in border..<height - border {
            for column in border..<width - border {
                let difference = Double(own[row * width + column] - its[row * width + column])
                sum += difference * difference
                count += 1
            }
        }
        let most = Double(1 << format.bits - 1)
        return sum == 0 ? 99 : 10 * logarithm(most * most / (sum / count))
    }
}

private func logarithm(_ value: Double) -> Double { log10(value) }

/// A pattern without repetition, with detail of some samples.
func pattern(_ x: Double, _ y: Double) -> Double {
    0.5 + 0.13 * sin(x / 3.1 + y / 17) + 0.13 * sin(y / 4.3 - x / 23) + 0.1 * sin((x + y) / 7.7) + 0.1
        * sin(x * y / 900)
}

extension PictureFormat {
    static func planar(_ width: Int, _ height: Int, bits: Int = 8, _ shifts: (Int, Int) = (1, 1), components: Int = 3)
        -> Self
    {
        PictureFormat(
            width: width,
            height: height,
            bits: bits,
            components: components,
            horizontalShift: shifts.0,
            verticalShift: shifts.1
        )
    }
}

extension InBetweenMethod {
    /// Goes to two pictures that follow one another as all do.
    mutating func begin(_ first: Picture, _ second: Picture, then next: Picture? = nil) -> Bool {
        begin(first, second, lasting: 1, then: next.map { NextPicture(picture: $0, duration: 1) })
    }
}
