@testable import Capture
import Comparison
import Export
import MediaFormats
import MediaTime
import TimeStretch
import TestSupport
import Testing

@testable import overcrank

/// The library's errors and sysexits' numbers.
@Suite struct ExitStatusTests {
    @Test func `Where a microphone has too many channels, the option that chooses one is named`() {
        let failure = Failure(CaptureError(.tooManyChannels, "it has 18"))
        #expect(failure.hint?.hasPrefix("--audio-channel ") == true)
    }

    @Test(arguments: [
        (ExportError.Code.inputMissing, Int32(66)), (.inputNotPermitted, 77), (.inputUnreadable, 65),
        (.nothingToExport, 65), (.nothingPlayed, 64), (.damaged, 65), (.frameEndless, 65), (.sampleTooLong, 69),
        (.captureRateUnknown, 65), (.settings, 64), (.timesTooFine, 64), (.encoderPresetUnknown(known: []), 64),
        (.notDecimatable, 64), (.nothingDisposable, 69),
        (.pitchNotPlayable(.rate(.lowLatency, PlaybackRate(1, 3))), 64), (.audioNotStretchable, 64),
        (.videoNotCarried(.h264, .webm), 69), (.audioNotCarried(.aac, .webm), 69), (.constantRateNeeded, 69),
        (.unsupported, 69), (.containerMismatch, 64), (.outputExists, 73), (.outputIsInput, 64),
        (.outputNotCreated, 73), (.outputNotPermitted, 77), (.noSpace, 74), (.writing, 74), (.outputDiffers, 74),
        (.cancelled, 130), (.filters, 64),
        (.fault, 70),
    ])
    func `Every error of an export has its number`(code: ExportError.Code, status: Int32) {
        #expect(ExitStatus(code).rawValue == status)
    }

    @Test(arguments: [
        (CaptureError.Code.outputExists, Int32(73)), (.outputNotCreated, 73), (.outputNotPermitted, 77), (.writing, 74),
        (.cancelled, 130), (.codec, 69), (.noDevice, 69), (.busy, 75), (.notPermitted, 77), (.unsupported, 69),
        (.unplugged, 74), (.reading, 74), (.settings, 64), (.misuse, 70), (.system, 69), (.noMicrophone, 69),
        (.noBandwidth, 69), (.tooManyChannels, 69),
    ])
    func `Every error of a recording has its number`(code: CaptureError.Code, status: Int32) {
        #expect(ExitStatus(code).rawValue == status)
    }

    @Test(arguments: [
        (ComparisonError.Code.noAudio, Int32(65)), (.settings, 64), (.overflow, 64), (.algorithm, 64),
        (.otherRateNotCompared(rates: []), 64), (.otherRateUnknown(path: "a.wav"), 64), (.tooLong, 64),
        (.unreadable, 65), (.unsupported, 69), (.outputExists, 73), (.outputNotReplaceable, 73),
        (.outputNotCreated, 73), (.outputNotPermitted, 77), (.noSpace, 74), (.writing, 74), (.system, 69),
        (.cancelled, 130), (.fault, 70),
    ])
    func `Every error of a comparison has its number`(code: ComparisonError.Code, status: Int32) {
        #expect(ExitStatus(code).rawValue == status)
    }

    @Test func `A warning of a lock has a hint with the command's options`() throws {
        let warning = LockWarning.exposureTooLong(
            exposure: RationalTime(157, 10_000),
            frameDuration: RationalTime(1923, 500_000)
        )
        #expect(try #require(warning.commandHint()).hasPrefix("--shutter 1/520 "))
    }

    @Test func `Where a cause is known, its remedy is the only hint`() {
        let exposure = (RationalTime(157, 10_000), RationalTime(1923, 500_000))
        let tooLong = RateCause.exposureTooLong(exposure: exposure.0, frameDuration: exposure.1)
        let slow = LockWarning.deliversOther(granted: .fps(260), measured: 64)
        let exposed = LockWarning.exposureTooLong(exposure: exposure.0, frameDuration: exposure.1)
        #expect(slow.commandHint() != nil)
        #expect(slow.commandHint(beside: [.slowSocket]) == nil)
        #expect(exposed.commandHint(beside: [tooLong]) == nil)
        // Another cause says nothing of it.
        #expect(exposed.commandHint(beside: [.slowSocket]) != nil)
    }

    @Test func `The numbers are sysexits'`() {
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 64, 65, 66, 69, 70, 73, 74, 75, 77, 130])
    }
}
