internal import Glibc

/// Resamples planes line by line, by Lanczos windows of three lobes.
struct LineResampler {
    /// How samples are stored.
    enum Depth {
        case byte
        case word(bits: Int)
        case float
    }

    /// Places between two samples that have windows of their own: positions are exact to 1/512 sample.
    private static let phases = 256
    /// Samples under a window.
    private static let taps = 6
    /// Copies of the first and the last sample beside a line.
    private static let padding = taps
    /// Lines that are stored together: rows that become columns are written in pieces that are near in memory.
    private static let block = 16

    /// The plane after the first step, column by column.
    private var columns: [Float] = []

    private static let windows: [Float] = (0...phases).flatMap { phase -> [Float] in
        let rest = Double(phase) / Double(phases)
        let weights = (0..<taps).map { tap in lanczos(Double(tap - 2) - rest) }
        let sum = weights.reduce(0, +)
        return weights.map { Float($0 / sum) } + [0, 0]
    }

    private static func lanczos(_ x: Double) -> Double {
        guard abs(x) > 1e-9 else { return 1 }
        guard abs(x) < 3 else { return 0 }
        return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }

    typealias Plane = (first: UnsafeMutableRawPointer, stride: Int)

    /// Makes a plane of another one of the same size.
    @unsafe mutating func resample(_ source: Plane, to target: Plane, _ depth: Depth, _ map: PlaneMap) {
        switch depth {
        case .byte: unsafe resample(source, to: target, map, UInt8.self, most: 255)
        case .word(let bits): unsafe resample(source, to: target, map, UInt16.self, most: Float(1 << bits - 1))
        case .float: unsafe resample(source, to: target, map, Float.self, most: .infinity)
        }
    }

    private mutating func resample<Sample: ResampledSample>(
        _ source: Plane,
        to target: Plane,
        _ map: PlaneMap,
        _ kind: Sample.Type,
        most: Float
    ) {
        let (width, height) = (map.width, map.height)
        if columns.count != width * height { columns = [Float](repeating: 0, count: width * height) }
        unsafe columns.withUnsafeMutableBufferPointer { columns in
            unsafe Self.resampleLines(
                count: height,
                length: width,
                step: map.stepInRow,
                start: map.start(ofRow:),
                load: { row, line in
                    let samples = unsafe (source.first + row * source.stride).assumingMemoryBound(to: kind)
                    for column in 0..<width { unsafe line[column] = samples[column].level }
                },
                store: { first, count, results in
                    for column in 0..<width {
                        for row in 0..<count {
                            unsafe columns[column * height + first + row] = results[row * width + column]
                        }
                    }
                }
            )
            unsafe Self.resampleLines(
                count: width,
                length: height,
                step: map.stepInColumn,
                start: map.start(ofColumn:),
                load: { column, line in
                    for row in 0..<height { unsafe line[row] = columns[column * height + row] }
                },
                store: { first, count, results in
                    for row in 0..<height {
                        let samples = unsafe (target.first + row * target.stride).assumingMemoryBound(to: kind)
                        for column in 0..<count {
                            unsafe samples[first + column] = Sample(level: results[column * height + row], most: most)
                        }
                    }
                }
            )
        }
    }

    /// Resamples lines of one length: the sample `index` of a line comes from the place `start(line) + index · step` of it.
    private static func resampleLines(
        count: Int,
        length: Int,
        step: Double,
        start: (Int) -> Double,
        load: (Int, UnsafeMutablePointer<Float>) -> Void,
        store: (_ first: Int, _ count: Int, UnsafePointer<Float>) -> Void
    ) {
        var line = [Float](repeating: 0, count: length + 2 * padding)
        var results = [Float](repeating: 0, count: length * block)
        unsafe line.withUnsafeMutableBufferPointer { line in
            unsafe results.withUnsafeMutableBufferPointer { results in
                unsafe windows.withUnsafeBufferPointer { windows in
                    guard let line = line.baseAddress, let results = results.baseAddress,
                        let windows = windows.baseAddress
                    else { return }
                    for first in stride(from: 0, to: count, by: block) {
                        let lines = min(block, count - first)
                        for number in 0..<lines {
                            unsafe load(first + number, line + padding)
                            for index in 0..<padding {
                                unsafe line[index] = line[padding]
                                unsafe line[padding + length + index] = line[padding + length - 1]
                            }
                            unsafe resample(
                                line,
                                length: length,
                                start: start(first + number),
                                step: step,
                                windows,
                                into: results + number * length
                            )
                        }
                        unsafe store(first, lines, results)
                    }
                }
            }
        }
    }

    private static func resample(
        _ line: UnsafePointer<Float>,
        length: Int,
        start: Double,
        step: Double,
        _ windows: UnsafePointer<Float>,
        into results: UnsafeMutablePointer<Float>
    ) {
        // From the first tap's sample, in the padded line; the farthest places beyond a line are all like its ends.
        let start = start + Double(padding - 2)
        let last = Double(length + 2 * padding - taps)
        for index in 0..<length {
            let place = min(max(start + Double(index) * step, 0), last)
            let whole = Int(place)
            let phase = Int((place - Double(whole)) * Double(phases) + 0.5)
            let samples = unsafe line + whole
            let window = unsafe windows + 8 * phase
            unsafe results[index] =
                (samples[0] * window[0] + samples[1] * window[1] + samples[2] * window[2])
                + (samples[3] * window[3] + samples[4] * window[4] + samples[5] * window[5])
        }
    }
}

/// A sample as it is stored.
protocol ResampledSample {
    /// Its value.
    var level: Float { get }
    /// The nearest to a value, and at most the largest.
    init(level: Float, most: Float)
}

extension UInt8: ResampledSample {
    var level: Float { Float(self) }
    init(level: Float, most: Float) { self = UInt8(Float.maximum(0, .minimum(most, level + 0.5))) }
}

extension UInt16: ResampledSample {
    var level: Float { Float(self) }
    init(level: Float, most: Float) { self = UInt16(Float.maximum(0, .minimum(most, level + 0.5))) }
}

extension Float: ResampledSample {
    var level: Float { self }
    init(level: Float, most: Float) { self = level }
}
