import FoundationEssentials
import MediaTime
import Video4Linux

@testable import Capture

/// What `v4l2-ctl --list-formats-ext` printed about a camera, as a driver that answers the same.
struct FormatDump: FormatLister {
    struct Entry {
        let format: FormatDescription
        var sizes: [(entry: FrameSizes, intervals: [FrameIntervals])] = []
    }

    private(set) var entries: [Entry] = []

    /// Reads the text of old and new versions, of which the newer say `[0]: 'MJPG' (Motion-JPEG, compressed)`.
    init(_ text: String) throws {
        var code: (FourCharacterCode, isCompressed: Bool)?
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first else { continue }
            if let quoted = Self.quoted(line), first.hasPrefix("[") || first == "Pixel" {
                code = try (Self.code(quoted), line.contains("compressed"))
                if first.hasPrefix("[") { try begin(code, String(line.drop { $0 != "(" }.dropFirst().dropLast())) }
            } else if first == "Name" {
                try begin(code, words.dropFirst(2).joined(separator: " "))
            } else if first == "Size:", let index = entries.indices.last {
                entries[index].sizes.append((try Self.size(words), []))
            } else if first == "Interval:", let index = entries.indices.last,
                let size = entries[index].sizes.indices.last
            {
                entries[index].sizes[size].intervals.append(try Self.interval(String(line), words))
            }
        }
    }

    func format(at index: Int) -> FormatDescription? {
        entries.indices.contains(index) ? entries[index].format : nil
    }

    func sizes(at index: Int, of code: UInt32) -> FrameSizes? {
        guard let entry = entries.first(where: { $0.format.code == code }), entry.sizes.indices.contains(index) else {
            return nil
        }
        return entry.sizes[index].entry
    }

    func intervals(at index: Int, of code: UInt32, size: FrameSize) -> FrameIntervals? {
        let sizes = entries.first { $0.format.code == code }?.sizes ?? []
        let match = sizes.first { entry, _ in
            switch entry {
            case .discrete(let width, let height): FrameSize(width: Int(width), height: Int(height)) == size
            case .stepwise(let width, let height): SizeGrid(width, height).contains(size)
            }
        }
        guard let match, match.intervals.indices.contains(index) else { return nil }
        return match.intervals[index]
    }
}

/// A line that is none of v4l2-ctl's.
struct DumpError: Error {
    let line: String
}

extension FormatDump {
    fileprivate mutating func begin(_ code: (FourCharacterCode, isCompressed: Bool)?, _ description: String) throws {
        guard let code else { throw DumpError(line: description) }
        entries.append(
            Entry(
                format: FormatDescription(
                    code: code.0.rawValue,
                    description: description,
                    isCompressed: code.isCompressed
                )
            )
        )
    }

    fileprivate static func quoted(_ line: Substring) -> Substring? {
        let parts = line.split(separator: "'", omittingEmptySubsequences: false)
        return parts.count == 3 ? parts[1] : nil
    }

    fileprivate static func code(_ text: Substring) throws -> FourCharacterCode {
        let isBigEndian = text.hasSuffix("-BE")
        guard let code = FourCharacterCode(String(isBigEndian ? text.dropLast(3) : text)) else {
            throw DumpError(line: String(text))
        }
        return FourCharacterCode(rawValue: code.rawValue | (isBigEndian ? 0x8000_0000 : 0))
    }

    /// `Size: Discrete 640x480`, `Size: Stepwise 32x32 - 2592x1944 with step 2/2`.
    fileprivate static func size(_ words: [String]) throws -> FrameSizes {
        let numbers = words.dropFirst(2).flatMap { $0.split { $0 == "x" || $0 == "/" } }.compactMap { UInt32($0) }
        switch (words[1], numbers.count) {
        case ("Discrete", 2): return .discrete(width: numbers[0], height: numbers[1])
        case ("Stepwise", 6), ("Continuous", 4):
            return .stepwise(
                width: .init(minimum: numbers[0], maximum: numbers[2], step: numbers.count == 6 ? numbers[4] : 1),
                height: .init(minimum: numbers[1], maximum: numbers[3], step: numbers.count == 6 ? numbers[5] : 1)
            )
        default: throw DumpError(line: words.joined(separator: " "))
        }
    }

    /// `Interval: Discrete 0.008s (120.101 fps)`, `Interval: Stepwise 0.040s - 1.000s with step 0.040s (1.000-25.000 fps)`.
    ///
    /// The rates in brackets are finer than the seconds: durations are made of them, to the unit of 100 ns of USB
    /// cameras.
    fileprivate static func interval(_ line: String, _ words: [String]) throws -> FrameIntervals {
        let bracket = line.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" && $0 != " " }
        let rates = bracket.split(separator: "-").map(String.init)
        switch words[1] {
        case "Discrete": return .discrete(duration(rate: rates.first))
        case "Continuous": return .continuous(minimum: duration(rate: rates.last), maximum: seconds(words[4]))
        case "Stepwise":
            return .stepwise(minimum: duration(rate: rates.last), maximum: seconds(words[4]), step: seconds(words[7]))
        default: throw DumpError(line: line)
        }
    }

    private static func duration(rate text: String?) -> RationalTime? {
        guard let rate = text.flatMap(Double.init), rate > 0 else { return nil }
        return RationalTime(Int64((10_000_000 / rate).rounded()), 10_000_000)
    }

    private static func seconds(_ text: String) -> RationalTime? {
        guard let seconds = Double(text.dropLast()), seconds > 0 else { return nil }
        return RationalTime(Int64((seconds * 1000).rounded()), 1000)
    }
}
