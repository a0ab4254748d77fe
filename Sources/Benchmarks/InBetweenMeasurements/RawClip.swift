import Export
import Foundation
import InBetween

/// The first frames of a clip, as bytes: luma, and chroma in half of its width and height.
struct RawClip {
    let format: PictureFormat
    /// All frames, one after another.
    let bytes: [UInt8]

    var frameBytes: Int { (0..<3).reduce(0) { $0 + planeBytes($1) } }
    var count: Int { bytes.count / frameBytes }

    /// Decodes a clip, at most so many frames of it, as they are coded.
    init(decoding path: String, frames: Int, in directory: URL) throws {
        guard let video = try MediaDescription(ofFile: path).mainVideo?.video else {
            throw MeasurementError("\(path) has no video")
        }
        format = Self.format(width: video.width, height: video.height)
        let raw = directory.appending(path: "clip.yuv")
        try FFmpeg.run([
            "-noautorotate", "-i", path, "-map", "0:v:0", "-frames:v", "\(frames)", "-vsync", "passthrough",
            "-vf", "scale=\(video.width):\(video.height)", "-pix_fmt", "yuv420p", "-f", "rawvideo", raw.path,
        ])
        bytes = try [UInt8](Data(contentsOf: raw))
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
