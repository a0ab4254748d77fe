internal import SystemBus

/// Keeps the machine awake for as long as it lives, where it can. Machines without logind do not sleep by themselves.
struct WakefulMachine: ~Copyable {
    private let inhibitor: SleepInhibitor?

    init(_ common: CommonOptions) { inhibitor = Self.take(common) }

    private static func take(_ common: CommonOptions) -> SleepInhibitor? {
        do throws(BusError) {
            return try SleepInhibitor.take(program: "overcrank", reason: "recording")
        } catch {
            if common.verbose { common.say("note: the machine may sleep meanwhile: \(error)") }
            return nil
        }
    }
}
