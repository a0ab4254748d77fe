import Export
import Foundation
import InBetween

/// The first frames of a clip, as bytes: luma, and chroma in half of its width and height. Those that only repeat the one before are
/// left out, as an export does: nothing moved to them.
struct RawClip {
    let format: PictureFormat
    /// All frames, one after another.
    private(set) var bytes: [UInt8]
    /// When each of them is shown, in millionths of a second. Empty where another program has made them.
    private(set) var instants: [Int] = []
    /// How many were left out.
    private(set) var repetitions = 0

    var frameBytes: Int { (0..<3).reduce(0) { $0 + planeBytes($1) } }
    var count: Int { bytes.count / frameBytes }

    /// Whether all intervals are about the same: each frame is shown less than a quarter of one from where it would be then.
    var isEven: Bool {
        guard let first = instants.first, let last = instants.last else { return false }
        return instants.enumerated().allSatisfy { number, instant in
            abs((instant - first) * (count - 1) - number * (last - first)) * 4 < last - first
        }
    }

    /// Decodes a clip, at most so many frames of it, as they are coded.
    init(decoding path: String, frames: Int, in directory: URL) throws {
        guard let video = try MediaDescription(ofFile: path).mainVideo?.video else {
            throw MeasurementError("\(path) has no video")
        }
        format = Self.format(width: video.width, height: video.height)
        let (raw, list) = (directory.appending(path: "clip.yuv"), directory.appending(path: "clip.txt"))
        let output = [
            "-map", "0:v:0", "-frames:v", "\(frames)", "-vsync", "passthrough", "-enc_time_base", "1:1000000",
            "-vf", "scale=\(video.width):\(video.height)", "-pix_fmt", "yuv420p",
        ]
        try FFmpeg.run(
            ["-noautorotate", "-i", path] + output + ["-f", "rawvideo", raw.path] + output
                + ["-f", "framecrc", list.path]
        )
        bytes = try [UInt8](Data(contentsOf: raw))
        instants = try Self.instants(in: String(contentsOf: list, encoding: .utf8))
        guard instants.count == count, zip(instants, instants.dropFirst()).allSatisfy(<) else {
            throw MeasurementError("\(path): frames have no instants in order")
        }
        leaveOutRepetitions()
    }

    /// The presentation timestamps of ffmpeg's list of checksums.
    private static func instants(in list: String) throws -> [Int] {
        try list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count > 2, let instant = Int(fields[2]) else {
                throw MeasurementError("no timestamp: \(line)")
            }
            return instant
        }
    }

    private mutating func leaveOutRepetitions() {
        var pictures = RepeatedPictures()
        var (kept, number) = ([Int](), 0)
        while number < count {
            var run = RepeatedPictures.Run()
            while run.isOpen, number + run.count + 1 < count { run.add(difference(number, number + run.count + 1)) }
            let repeated = pictures.repetitions(of: run)
            kept.append(number)
            // The last frame has nothing to move to.
            number += number + repeated == count - 1 ? 1 : 1 + repeated
        }
        repetitions = count - kept.count
        bytes = kept.flatMap { bytes[$0 * frameBytes..<($0 + 1) * frameBytes] }
        instants = kept.map { instants[$0] }
    }

    /// The largest difference of two frames' luma.
    private func difference(_ first: Int, _ second: Int) -> Int {
        unsafe bytes.withUnsafeBytes { all in
            guard let start = all.baseAddress else { preconditionFailure("a clip without frames") }
            return unsafe Likeness.difference(
                (start + first * frameBytes, format.width),
                (start + second * frameBytes, format.width),
                width: format.width,
                height: format.height,
                bits: 8,
                enough: RepeatedPictures.enough
            )
        }
    }

    /// Frames that another program has made.
    init(_ format: PictureFormat, contentsOf raw: URL) throws {
        self.format = format
        bytes = try [UInt8](Data(contentsOf: raw))
    }

    private static func format(width: Int, height: Int) -> PictureFormat {
        PictureFormat(width: width, height: height, bits: 8, components: 3, horizontalShift: 1, verticalShift: 1)
    }

    private func planeBytes(_ component: Int) -> Int {
        let size = format.size(of: component)
        return size.width * size.height
    }

    /// Where the row of a component begins in a frame.
    func offset(_ component: Int, _ row: Int) -> Int {
        (0..<component).reduce(0) { $0 + planeBytes($1) } + row * format.size(of: component).width
    }

    /// The luma of a frame.
    func luma(_ frame: Int) -> ArraySlice<UInt8> {
        bytes[frame * frameBytes..<frame * frameBytes + planeBytes(0)]
    }

    /// A frame as it is looked at.
    func picture(_ frame: Int) -> Picture {
        unsafe bytes.withUnsafeBytes { all in
            unsafe Picture(format) { component, row in
                guard let first = all.baseAddress else { preconditionFailure("a clip without frames") }
                return unsafe first + frame * frameBytes + offset(component, row)
            }
        }
    }
}

/// Why nothing was measured.
struct MeasurementError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The program `ffmpeg`.
enum FFmpeg {
    static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw MeasurementError("ffmpeg failed") }
    }
}
