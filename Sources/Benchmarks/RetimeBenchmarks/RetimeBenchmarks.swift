internal import Benchmark
internal import Foundation

/// Measures what can be measured within one process and against ffmpeg in the same run. Asserts nothing.
@main
enum RetimeBenchmarks {
    static func main() {
        do {
            let clips = try Clips()
            defer { clips.remove() }
            // The function of the library, not this one.
            Benchmark.main(
                try [
                    exportSuite(clips),
                    stretchSuite(),
                    planSuite(clips),
                ]
            )
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(EXIT_FAILURE)
        }
    }
}
