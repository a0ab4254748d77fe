import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// How encoded frames of AV1 look, by another decoder's eyes.
@Suite struct AV1QualityTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Flat blocks that come and go, over a texture that moves: what intra block copies are chosen for.
    private static let graphics =
        "color=s=256x144:r=30:d=0.8,geq=lum='if(lt(Y,80),16+219*mod(floor(N/pow(2,mod(floor(X/16),6)))+floor(Y/40),2),"
        + "128+50*sin((X+3.1*N)/9)+40*sin((Y*1.3+X*.4-2*N)/11))':cb=128:cr=128,format=yuv420p10le"

    /// With threads for rows libaom 3.6 writes frames whose blocks come from elsewhere: 34 dB.
    @Test func `Graphics of ten bits come out as they were`() throws {
        let (source, result) = (scratch.file("graphics.mkv"), scratch.file("result.mkv"))
        try ffmpeg("-f", "lavfi", "-i", Self.graphics, "-c:v", "ffv1", source)
        var retime = Retime(to: .fps(30))
        retime.settings.video = VideoEncoding(codec: .av1)
        try retime.run(source, to: result)
        let report = try ffmpeg(
            "-i",
            result,
            "-i",
            source,
            "-lavfi",
            "[0:v]setpts=N[a];[1:v]setpts=N[b];[a][b]psnr=stats_file=-",
            "-f",
            "null",
            "-"
        )
        let likeness = report.split(whereSeparator: \.isWhitespace)
            .compactMap { $0.hasPrefix("psnr_avg:") ? Double($0.dropFirst("psnr_avg:".count)) : nil }
        #expect(likeness.count == 24)
        #expect(likeness.allSatisfy { $0 > 50 }, "\(likeness)")
    }

    @discardableResult
    private func ffmpeg(_ arguments: String...) throws -> String {
        let outcome = try RunningCommand(["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }
}
