internal import Foundation
internal import Programs

/// Samples of a file, decoded by ffmpeg.
enum SoundFile {
    /// The mean of all channels, at 48 kHz.
    static func middle(of path: String) throws -> [Float] {
        guard let ffmpeg = ProgramSearch.path(of: "ffmpeg") else { throw CocoaError(.fileNoSuchFile) }
        let words = [ffmpeg, "-v", "error", "-i", path, "-ac", "1", "-ar", "48000", "-f", "f32le", "-"]
        let program = try ChildProgram.start(words, output: .pipe)
        let bytes = program.output?.lastBytes(.max) ?? []
        guard program.wait().isSuccess else { throw CocoaError(.fileReadCorruptFile) }
        return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { place in
            Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * $1) })
        }
    }
}
